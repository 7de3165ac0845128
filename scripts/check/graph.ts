import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Which files import which. Paths are relative to the repository, with `/`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const FOLDERS = ['bench', 'contract', 'e2e', 'scripts', 'server', 'src', 'sw', 'tests']
/** Specifiers of imports that exist at run time; an import of types changes no behaviour. */
const IMPORTS =
  /(?:^|[\s;(])(?:(?:import|export)\s+(?!type\b)[^'"`;()]*?from\s*|import\s*\(?\s*|new URL\(\s*)'([^'\n]+)'/g

/** Returns the files that a text imports: by a relative path, or by an alias of `package.json`. */
export const importsOf = (code: string, file: string, aliases: Readonly<Record<string, string>>): string[] =>
  [...code.matchAll(IMPORTS)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('.')) {
      const target = posix.join(posix.dirname(file), specifier)
      // The generated table of routes names files without their ending.
      return [posix.extname(target) === '' ? `${target}.tsx` : target]
    }
    const [alias, target] =
      Object.entries(aliases).find(([name]) => specifier.startsWith(name.replace(/\*$/, ''))) ?? []
    if (alias === undefined || target === undefined) return []
    return [posix.normalize(target.replace('*', specifier.slice(alias.length - 1)))]
  })

/** Reads the imports of all code below `root`. */
export const readGraph = (root: string): ImportGraph => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/node_modules', '**/.build'],
  })
  return new Map(
    files.map((path) => {
      const file = path.replaceAll('\\', '/')
      return [file, importsOf(readFileSync(join(root, file), 'utf8'), file, imports)]
    }),
  )
}

/**
 * Returns the files that reach one of `changed`, with the number of imports between. A changed file has the distance 0.
 * Files in the order of their distance.
 */
export const dependentsOf = (graph: ImportGraph, changed: readonly string[]): Map<string, number> => {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of graph)
    for (const target of targets) {
      const list = importers.get(target) ?? []
      list.push(file)
      importers.set(target, list)
    }
  const distances = new Map(changed.map((file) => [file, 0]))
  // A map visits the entries that are added while it is iterated.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

/**
 * Returns the tests in the order to run them: the nearest to the change first; of the same distance, those in the
 * folder of a changed file first.
 */
export const orderTests = (distances: ReadonlyMap<string, number>, changed: readonly string[]): string[] => {
  const folders = new Set(changed.map((file) => dirname(file)))
  return [...distances]
    .filter(([file]) => /\.test\.tsx?$/.test(file))
    .map(([file, distance]) => ({ file, distance, apart: folders.has(dirname(file)) ? 0 : 1 }))
    .toSorted((a, b) => a.distance - b.distance || a.apart - b.apart || a.file.localeCompare(b.file))
    .map(({ file }) => file)
}
