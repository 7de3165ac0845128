import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { isLocale, LOCALES, type Locale } from '#contract/locales.ts'
import { DIST, ROOT } from './paths.ts'
import type { Shells } from './shells.ts'

/** A row of the worker's list; `sw/precache.ts` says what it means. */
export interface KeptFile {
  url: string
  revision?: string
  integrity: string
  type: string
  locale?: Locale
  /** On the wire, bytes. */
  size: number
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
}
/** Fetched when they are used: the password estimator and its words, the scanner. */
const ON_USE = /^\/assets\/(?:estimator|words|html5-qrcode|scanner)[\w.-]*$/
const HASHED = /^\/assets\//
/** The phone asks for the others itself when the app is installed. */
const ICONS = new Set(['/icons/icon.svg', '/icons/icon-192.png'])
const WITH_LOCALE = /^\/(?:assets\/messages-|shells\/|manifest\.)(\w+)[-/.]/

const isKept = (url: string, shells: ReadonlySet<string>): boolean => {
  if (ON_USE.test(url)) return false
  if (url.startsWith('/shells/')) return shells.has(url.replace(/^\/shells\/\w+\//, ''))
  return HASHED.test(url) || url === '/app.js' || url.startsWith('/art/') || ICONS.has(url)
}

/** What the worker keeps on a phone, by address. */
export const keptFiles = async (shellNames: readonly string[]): Promise<KeptFile[]> => {
  const shells = new Set(shellNames.map((name) => `${name}.html`))
  const all = await readdir(DIST, { recursive: true, withFileTypes: true })
  const urls = all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(DIST.length)}/${name}`.replaceAll('\\', '/'))
    .filter((url) => isKept(url, shells))
    .toSorted()
  return Promise.all(
    urls.map(async (url) => {
      const bytes = await readFile(`${DIST}${url}`)
      const hash = createHash('sha256').update(bytes).digest()
      const locale = WITH_LOCALE.exec(url)?.[1]
      return {
        url,
        ...(HASHED.test(url) ? {} : { revision: hash.toString('base64url').slice(0, 8) }),
        integrity: `sha256-${hash.toString('base64')}`,
        type: TYPES[url.split('.').at(-1) ?? ''] ?? '',
        ...(isLocale(locale) ? { locale } : {}),
        size: url.endsWith('.png') ? bytes.length : brotliCompressSync(bytes).length,
      }
    }),
  )
}

/** Bundles `sw/sw.ts` with its list into `dist/sw.js`. A changed list is a changed worker. */
export const buildWorker = async (files: readonly KeptFile[], shells: Shells): Promise<void> => {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    define: {
      FILES: JSON.stringify(files.map((file) => ({ ...file, size: undefined }))),
      SHELLS: JSON.stringify(shells.kept),
    },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: { input: `${ROOT}sw/sw.ts`, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}

/** Bytes on the wire for a phone that shows `locale`. */
export const weightOf = (files: readonly KeptFile[], locale: Locale = LOCALES[0]): number =>
  files.filter((file) => file.locale === undefined || file.locale === locale).reduce((sum, { size }) => sum + size, 0)
