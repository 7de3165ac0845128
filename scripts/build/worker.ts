import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { resolveConfig } from 'vite'
import { VitePWA, type VitePWAOptions, type VitePluginPWAAPI } from 'vite-plugin-pwa'
import { isLocale, LOCALES, type Locale } from '#contract/locales.ts'
import { writePack } from './pack.ts'
import { DIST, ROOT } from './paths.ts'
import type { Shells } from './shells.ts'

/** A row of the worker's list; `sw/precache.ts` says what it means. */
export interface KeptFile {
  url: string
  /** Null: its name changes with its content. */
  revision: string | null
  integrity: string
  type: string
  locale?: Locale
  packed?: true
  pack?: true
  /** On the wire, bytes. */
  size: number
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
}
/** What phones keep; they ask for the other icons themselves when the app is installed. */
const KEPT = ['app.js', 'assets/*', 'art/**', 'icons/icon.svg', 'icons/icon-192.png']
/** Fetched when they are used: the password estimator and its words, the scanner. */
const ON_USE = 'assets/{passwordStrength,html5-qrcode,scanner}*'
const HASHED = /^assets\//
const WITH_LOCALE = /^\/(?:assets\/messages-|shells\/)(\w+)[-/]/

/** `path` within the build, without a slash before it. */
const keptFile = async (path: string): Promise<KeptFile> => {
  const bytes = await readFile(`${DIST}/${path}`)
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
 * Bundles `sw/sw.ts` with the list of what it keeps into `dist/sw.js`, and answers that list. To be called once everything
 * else is written: the plugin would do it when the client build ends, before the shells are drawn, so it is asked as
 * frameworks ask it. A changed list is a changed worker.
 */
export const buildWorker = async (shells: Shells, loaded: readonly string[]): Promise<KeptFile[]> => {
  let files: KeptFile[] = []
  const options: Partial<VitePWAOptions> = {
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // A manifest for each language is written by manifests.ts; the page registers the worker itself.
    manifest: false,
    injectRegister: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: [...KEPT, `shells/*/{${shells.names.join(',')}}.html`],
      globIgnores: [ON_USE],
      manifestTransforms: [
        async (entries) => {
          const kept = await Promise.all(
            entries
              .map(({ url }) => url)
              .toSorted()
              .map(keptFile),
          )
          files = await writePack(kept, loaded)
          return { manifest: files.map((file) => ({ ...file })), warnings: [] }
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
      define: { SHELLS: JSON.stringify(shells.kept) },
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

/** Bytes on the wire for a phone that shows `locale`. */
export const weightOf = (files: readonly KeptFile[], locale: Locale = LOCALES[0]): number =>
  files.filter((file) => file.locale === undefined || file.locale === locale).reduce((sum, { size }) => sum + size, 0)
