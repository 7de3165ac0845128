import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Lists every shipped package with version and licence, from the lock file, so packages of other platforms are listed
 * too. Exits with 1 when a licence is unknown or not allowed.
 */

const ROOT = resolve(import.meta.dirname, '..')

/** Licences that require at most a notice, or the source of their own files. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'Unlicense',
])
/** Licences of packages that ship the text of their licence, but do not state it in `package.json`. */
const SHIPPED_TEXTS: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' }
/** `sharp` loads libvips as an unmodified shared library, on the server only. */
const LINKED = { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ }

/** The fields of a package in `package-lock.json` (version 3) that this script reads. */
export interface LockedPackage {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** By path; `''` is the product. */
export type Lock = Readonly<Record<string, LockedPackage>>

/** A package that is part of the product. */
export interface Shipped {
  name: string
  version: string
  /** An SPDX expression; null when the package states none. */
  licence: string | null
  /**
   * Imported by the application, its worker or the contract. Dependencies of such a package are not marked: the build
   * keeps no list of them.
   */
  browser: boolean
}

const MODULES = 'node_modules/'
const nameOf = (path: string): string => path.slice(path.lastIndexOf(MODULES) + MODULES.length)

/** Returns the path where Node finds `name` for the package at `path`; null if not installed (optional peers). */
const find = (lock: Lock, path: string, name: string): string | null => {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf(`/${MODULES}`)))) {
    const candidate = `${from === '' ? '' : `${from}/`}${MODULES}${name}`
    if (candidate in lock) return candidate
    if (from === '') return null
  }
}

/** Names of the packages that a package needs, without its optional peers. */
const needsOf = (entry: LockedPackage): string[] => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}).filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
]

/** Returns the paths of these packages and of all that they need. */
export const closureOf = (lock: Lock, names: Iterable<string>): ReadonlySet<string> => {
  const paths = new Set<string>()
  const add = (from: string, name: string): void => {
    const path = find(lock, from, name)
    if (path === null || paths.has(path)) return
    paths.add(path)
    for (const need of needsOf(lock[path] ?? {})) add(path, need)
  }
  for (const name of names) add('', name)
  return paths
}

/** Returns the packages that a source imports as values. */
export const importedBy = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:^import\s(?!type\b)[^'"]*?|^export\s(?!type\b)[^'"]*?from\s|import\()\s*['"]([^.#/'"][^'"]*)['"]/gm,
    ),
  ]
    .map(([, specifier = '']) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !name.includes(':'))

const importedByBrowser = (): Set<string> =>
  new Set(
    globSync('{src,sw,contract}/**/*.{ts,tsx}', { cwd: ROOT })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) => importedBy(readFileSync(resolve(ROOT, file), 'utf8'))),
  )

/** Returns every shipped package once, by name and version. */
export const shippedOf = (lock: Lock, imported: Iterable<string>): Shipped[] => {
  const direct = Object.keys(lock['']?.dependencies ?? {})
  const inBrowser = new Set([...imported].map((name) => MODULES + name))
  const rows = new Map<string, Shipped>()
  for (const path of closureOf(lock, direct)) {
    const { version = '', license } = lock[path] ?? {}
    const name = nameOf(path)
    const key = `${name}@${version}`
    const browser = inBrowser.has(path) || rows.get(key)?.browser === true
    rows.set(key, { name, version, licence: license ?? SHIPPED_TEXTS[key] ?? null, browser })
  }
  return [...rows.values()].toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** Returns whether an SPDX expression is allowed: all of its `AND` parts, and one choice of each `OR`. */
export const isAllowed = ({ name, licence }: Pick<Shipped, 'name' | 'licence'>): boolean => {
  const isKnown = (id: string) => ALLOWED.has(id) || (id === LINKED.licence && LINKED.packages.test(name))
  // Brackets around a choice match the order of the splits; any other nesting is refused as unknown.
  return (licence ?? '').split(' AND ').every((term) =>
    term
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some(isKnown),
  )
}

/** Reads the shipped packages of this repository. */
export const readShipped = (): Shipped[] => {
  const { packages } = JSON.parse(readFileSync(resolve(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock }
  return shippedOf(packages, importedByBrowser())
}

if (import.meta.main) {
  const shipped = readShipped()
  for (const { name, version, licence, browser } of shipped)
    console.log(`${name}@${version}`.padEnd(52), (licence ?? 'unknown').padEnd(20), browser ? 'browser' : '')
  const refused = shipped.filter((each) => !isAllowed(each))
  console.log(
    `\n${shipped.length} packages, ${shipped.filter(({ browser }) => browser).length} of them imported by the application`,
  )
  if (refused.length > 0) {
    console.error(`Not allowed: ${refused.map(({ name, licence }) => `${name} (${licence ?? 'unknown'})`).join(', ')}`)
    process.exitCode = 1
  }
}
