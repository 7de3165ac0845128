import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { scopedName } from './scripts/build/classNames.ts'
import { contractForBrowser } from './scripts/build/contractForBrowser.ts'
import { messages } from './scripts/build/messages.ts'
import { noPreload } from './scripts/build/noPreload.ts'

const vendor = (name: string, packages: string) => ({
  name,
  test: new RegExp(`node_modules/(?:${packages})/`),
  priority: 10,
})

/** Our code and the icons. Not the entry: it must stay a chunk by itself to keep its name. */
const APP_CODE = /\/(?:src(?!\/main\.tsx)|contract)\/|\/lucide-react\//

/** A message catalogue: language and chunk (`first` or `rest`). */
const PO = /(\w+)\.po\?(\w+)$/

const ROUTES = /\/src\/(?:routes\/(?:[^-/][^/]*\/)*[^-/][^/]*\.tsx|routeTree\.gen\.ts|router\.tsx)$/

/** Rules shared with the server, and form schemas. Not the password estimator and its dictionary, loaded on use. */
const RULES = /\/contract\/(?:rules\/(?!passwordStrength|passwordDictionary)|[a-z]+\.ts)/
/** Sync, API client and database of the phone; not those of a gate. */
const PHONE = /\/src\/(?:sync(?!\/gate)|api|db|data\/queueAction)\b/
const COMMON =
  /\/src\/(?:ui\/(?:segments|textInput|tag|age|skeleton|price)\b|art\/(?:crops|scene|printScene|inlineScene)\.tsx|i18n\/format\.ts|routes\/-shared\/(?:attraction\/hours|dataAge)\.tsx?)|\/contract\/rules\/openHours\.ts$|\/lucide-react\/dist\/esm\/icons\/search\.\w+$/

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
    messages(),
    noPreload(),
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
  css: { modules: { generateScopedName: scopedName } },
  server: {
    proxy: {
      '/api': process.env.API_ORIGIN ?? 'http://localhost:3000',
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
    // The build writes preload links into the shells (scripts/build), so no polyfill and no run-time preloading.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // One stylesheet; the build inlines into each shell the CSS that it uses (scripts/build/critical.ts).
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId, name }) =>
          PO.test(facadeModuleId ?? '')
            ? `assets/messages-${PO.exec(facadeModuleId ?? '')
                ?.slice(1)
                .join('-')}-[hash].js`
            : `assets/${/^(?:shared|rules)/.test(name) ? name.slice(0, 6).replace(/(?<=rules).*/, '') : name.replace(/[^\w-]+/g, '')}-[hash].js`,
        codeSplitting: {
          // Separate chunks for what changes with a dependency and what changes with a screen.
          groups: [
            vendor('react', 'react|react-dom|scheduler'),
            vendor('router', '@tanstack/[^/]+|cookie-es|seroval|seroval-plugins|tiny-invariant|tiny-warning|isbot'),
            vendor('words', '@lingui/[^/]+|@messageformat/[^/]+'),
            vendor('store', 'dexie|dexie-react-hooks|ky|uuidv7'),
            vendor('html5-qrcode', 'html5-qrcode'),
            // Our code: what starts the application, then what screens share, in few files, because each costs a round
            // trip. The `routes` chunk contains the file names of all screens, so it changes with any of them: put no
            // code into it that other chunks import.
            { name: 'routes', test: ROUTES, priority: 5 },
            {
              name: 'base',
              test: (id: string) => APP_CODE.test(id) && !ROUTES.test(id),
              tags: ['$initial'],
              priority: 6,
            },
            // Rules that screens and the phone share: in the phone's chunk they would load it.
            { name: 'rules', test: RULES, priority: 6.5, entriesAware: true },
            // What the home screen shares with most others: one file costs less than several.
            { name: 'common', test: COMMON, priority: 5.5 },
            // Not needed for a first visit; loaded with the phone (src/data/runtime.ts).
            { name: 'phone', test: PHONE, priority: 4 },
            { name: 'shared', test: APP_CODE, minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
}))
