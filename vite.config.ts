import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CHUNKS, chunksOf, isSpecial } from './scripts/build/chunks.ts'
import { contractForBrowser } from './scripts/build/contractForBrowser.ts'
import { iconFactory } from './scripts/build/iconFactory.ts'
import { importHelper } from './scripts/build/importHelper.ts'
import { messages } from './scripts/build/messages.ts'
import { readModules } from './scripts/build/moduleGraph.ts'

const vendor = (name: string, packages: string) => ({
  name,
  test: new RegExp(`node_modules/(?:${packages})/`),
  priority: 20,
})

/** A message catalogue: language and chunk (`first` or `rest`). */
const PO = /(\w+)\.po\?(\w+)$/

const { plugin: readsModules, modules } = readModules()
/** Our code is in chunks by what loads it. */
let chunks: ReadonlyMap<string, string> | undefined
const chunkOf = (id: string): string | undefined => (chunks ??= chunksOf(modules())).get(id)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    contractForBrowser(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      routeFileIgnorePrefix: '-',
      quoteStyle: 'single',
      semicolons: false,
    }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    readsModules,
    importHelper(),
    iconFactory(),
    messages(modules),
  ],
  // Aliases to modern builds: the default ones include support for old browsers and old React versions.
  resolve: {
    alias: isSsrBuild
      ? []
      : [
          { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
          { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
          // The shim supports React 17 and older.
          { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
          {
            find: /^use-sync-external-store\/shim\/with-selector$/,
            replacement: 'use-sync-external-store/with-selector',
          },
        ],
  },
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  server: {
    proxy: {
      '/api': process.env.API_ORIGIN ?? 'http://localhost:3000',
      '/photos': process.env.API_ORIGIN ?? 'http://localhost:3000',
      '/sandbox': process.env.API_ORIGIN ?? 'http://localhost:3000',
    },
  },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? '.build/ssr' : 'dist',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    manifest: !isSsrBuild && '.vite/manifest.json',
    sourcemap: false,
    reportCompressedSize: false,
    // `/app.js` links what a page needs (scripts/build/application.ts), and an import has nothing more to preload.
    modulePreload: false,
    // A style sheet for each chunk; the build inlines into each shell the CSS that it uses (scripts/build/critical.ts).
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId, name }) =>
          PO.test(facadeModuleId ?? '')
            ? `assets/messages-${PO.exec(facadeModuleId ?? '')
                ?.slice(1)
                .join('-')}-[hash].js`
            : `assets/${name.replace(/[^\w-]+/g, '')}-[hash].js`,
        codeSplitting: {
          // Separate chunks for what changes with a dependency and what changes with a screen.
          groups: [
            vendor('react', 'react|react-dom|scheduler'),
            vendor('router', '@tanstack/[^/]+|cookie-es|seroval|seroval-plugins|tiny-invariant|tiny-warning|isbot'),
            vendor('words', '@lingui/[^/]+|@messageformat/[^/]+'),
            vendor('store', 'dexie|dexie-react-hooks|ky'),
            vendor('html5-qrcode', 'html5-qrcode'),
            ...CHUNKS.map((name, nth) => ({
              name,
              test: (id: string) => chunkOf(id) === name,
              priority: 1 + CHUNKS.length - nth,
            })),
            // The chunks of screens import those above, and the special ones the others.
            ...[false, true].map((special) => ({
              debugName: 'screens',
              name: (id: string) => chunkOf(id) ?? null,
              test: (id: string) => isSpecial(chunkOf(id) ?? '') === special,
              priority: special ? 0 : 1,
            })),
          ],
        },
      },
    },
  },
}))
