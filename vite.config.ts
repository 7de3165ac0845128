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

/** Ours and the icons; the entry stays a chunk by itself, or it would have no name. */
const OURS = /\/(?:src(?!\/main\.tsx)|contract)\/|\/lucide-react\//

/** Sentences of a language, in parts. */
const PO = /(\w+)\.po\?(\w+)$/

const ROUTES = /\/src\/(?:routes\/(?:[^-/][^/]*\/)*[^-/][^/]*\.tsx|routeTree\.gen\.ts|router\.tsx)$/

/** What decides, on both sides; forms bring their schemas. The estimator of passwords and its dictionary are fetched when used. */
const RULES = /\/contract\/(?:rules\/(?!passwordStrength|passwordDictionary)|[a-z]+\.ts)/
/** What keeps and sends; a gate has its own. */
const PHONE = /\/src\/(?:sync(?!\/gate)|api|db|data\/keep)\b/
const COMMON =
  /\/src\/(?:ui\/(?:segments|field|text-input|tag|age|skeleton|price)\b|art\/(?:crops|scene|print-scene|inline)\.tsx|i18n\/format\.ts|routes\/-parts\/attraction\/hours\.ts)|\/contract\/rules\/openHours\.ts$|\/lucide-react\/dist\/esm\/icons\/search\.\w+$/

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
  // These packages offer bundlers what old browsers and old React need; these are the same without it.
  resolve: {
    alias: isSsrBuild
      ? []
      : [
          { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
          { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
          // The shim is for React 17 and before.
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
    // Links are written into the shells by the build; a polyfill would only weigh.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Each shell has its part of it inline (scripts/build/critical.ts).
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
          // What changes with a dependency lives apart from what changes with a screen.
          groups: [
            vendor('react', 'react|react-dom|scheduler'),
            vendor('router', '@tanstack/[^/]+|cookie-es|seroval|seroval-plugins|tiny-invariant|tiny-warning|isbot'),
            vendor('words', '@lingui/[^/]+|@messageformat/[^/]+'),
            vendor('store', 'dexie|dexie-react-hooks|ky|uuidv7'),
            vendor('html5-qrcode', 'html5-qrcode'),
            // Ours: what starts the application, then what screens share, in few files: each costs a round trip.
            // Routes name the chunks of their screens, so they change with any of them: nothing that all stand on may lie there.
            { name: 'routes', test: ROUTES, priority: 5 },
            { name: 'base', test: (id: string) => OURS.test(id) && !ROUTES.test(id), tags: ['$initial'], priority: 6 },
            // Rules that a screen and the phone share: in the phone's file they would bring it along.
            { name: 'rules', test: RULES, priority: 6.5, entriesAware: true },
            // What the home screen shares with most others: one file costs less than its parts.
            { name: 'common', test: COMMON, priority: 5.5 },
            // What a first visit does without: it comes with the phone (src/data/phone.ts).
            { name: 'phone', test: PHONE, priority: 4 },
            { name: 'shared', test: OURS, minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
}))
