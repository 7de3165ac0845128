import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { resolveConfig } from 'vite'
import { VitePWA, type VitePWAOptions, type VitePluginPWAAPI } from 'vite-plugin-pwa'
import { isLocale, LOCALES, type Locale } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { writePacks } from './packs.ts'
import { DIST, ROOT } from './paths.ts'
import type { Shells } from './shells.ts'

/** A row of the worker's list; `sw/precache.ts` defines the fields. */
export interface CachedFile {
  url: string
  /** Null when the name changes with the content. */
  revision: string | null
  integrity: string
  type: string
  locale?: Locale
  /** The pack with a file that a first visit does not need. */
  pack?: string | null
  /** Bytes on the wire. */
  size: number
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
}
/** Files that phones cache; they fetch the other icons when the app is installed. */
const CACHED_PATTERNS = ['app.js', 'assets/*', 'art/**', 'icons/icon.svg', 'icons/icon-192.png']
/** Screens that a first visit stores with what they load; the others come when the page is idle. */
const FIRST_ROUTES = ['/', '/home', '/myPage', '/myPage/myPass']
/** Pictures of places; a first visit fetches those that it shows. */
const PLACES = '/art/places-'
/** Fetched on first use: the password estimator and its dictionary, telephone numbers, the scanner. */
const ON_USE = 'assets/{passwordStrength,phoneNumber,html5-qrcode,gate}*'
const HASHED = /^(?:assets|art)\//
const WITH_LOCALE = /^\/(?:assets\/messages-|shells\/)(\w+)[-/]/

/** Returns the row of a file; `path` is relative to the build. Throws for a type that no phone caches. */
export const cachedFileOf = async (path: string, folder = DIST): Promise<CachedFile> => {
  const bytes = await readFile(`${folder}/${path}`)
  const hash = createHash('sha256').update(bytes).digest()
  const type = TYPES[path.split('.').at(-1) ?? '']
  if (type === undefined) throw new Error(`${path}: the worker would not know it from a portal's page`)
  const locale = WITH_LOCALE.exec(`/${path}`)?.[1]
  return {
    url: `/${path}`,
    revision: HASHED.test(path) ? null : hash.toString('base64url').slice(0, 8),
    integrity: `sha256-${hash.toString('base64')}`,
    type,
    ...(isLocale(locale) ? { locale } : {}),
    size: path.endsWith('.png') ? bytes.length : brotliCompressSync(bytes).length,
  }
}

/**
 * Bundles `sw/sw.ts` with the list of files to cache into `dist/sw.js`, and returns that list. Call it after everything
 * else is written: the plugin would run when the client build ends, before the shells are drawn, so it is called
 * through its API for frameworks. A changed list changes the worker.
 */
export const buildWorker = async (graph: Graph, shells: Shells): Promise<CachedFile[]> => {
  const first = graph.filesOf(FIRST_ROUTES)
  const isLater = ({ url }: CachedFile): boolean =>
    (url.startsWith('/assets/') && !first.has(url)) || url.startsWith(PLACES)
  let files: CachedFile[] = []
  const options: Partial<VitePWAOptions> = {
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // manifests.ts writes a manifest for each language; the page registers the worker itself.
    manifest: false,
    injectRegister: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: [...CACHED_PATTERNS, `shells/*/{${shells.names.join(',')}}.html`],
      globIgnores: [ON_USE],
      manifestTransforms: [
        async (entries) => {
          const rows = await Promise.all(
            entries
              .map(({ url }) => url)
              .toSorted()
              .map((path) => cachedFileOf(path)),
          )
          const later = await writePacks(rows.filter(isLater), DIST)
          files = [...rows.filter((row) => !isLater(row)), ...later.files]
          return { manifest: [...files, ...later.packs].map((file) => ({ ...file })), warnings: [] }
        },
      ],
    },
    integration: {
      configureCustomSWViteBuild: (config) => {
        config.logLevel = 'warn'
      },
    },
  }
  const { plugins } = await resolveConfig(
    {
      configFile: false,
      root: ROOT,
      logLevel: 'warn',
      define: { SHELLS: JSON.stringify(shells.cachedRoutes) },
      build: { outDir: DIST, target: 'es2022' },
      plugins: [VitePWA(options)],
    },
    'build',
  )
  const plugin = plugins.find(({ name }) => name === 'vite-plugin-pwa')
  if (!plugin) throw new Error('vite-plugin-pwa is not among the plugins')
  await (plugin.api as VitePluginPWAAPI).generateSW()
  return files
}

/** Returns the files that a phone in `locale` stores. */
const filesOf = (files: readonly CachedFile[], locale: Locale): readonly CachedFile[] =>
  files.filter((file) => file.locale === undefined || file.locale === locale)

/** Bytes on the wire for a phone in `locale`. */
export const weightOf = (files: readonly CachedFile[], locale: Locale = LOCALES[0]): number =>
  filesOf(files, locale).reduce((sum, { size }) => sum + size, 0)

/** Number of files that the worker fetches during a first visit; it is the same in each language. */
export const firstCountOf = (files: readonly CachedFile[]): number =>
  filesOf(files, LOCALES[0]).filter(({ pack }) => pack === undefined).length
