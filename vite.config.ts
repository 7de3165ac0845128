import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForBrowser } from './scripts/build/contractForBrowser.ts'

const vendor = (name: string, packages: string) => ({
  name,
  test: new RegExp(`node_modules/(?:${packages})/`),
  priority: 10,
})

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
    lingui(),
  ],
  // Dexie's package offers its ES5 build to bundlers; this one is the same for browsers that know classes.
  resolve: { alias: isSsrBuild ? [] : [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
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
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId, name }) =>
          facadeModuleId?.endsWith('.po')
            ? 'assets/messages-[name]-[hash].js'
            : `assets/${name.replace(/[^\w-]+/g, '')}-[hash].js`,
        codeSplitting: {
          // What changes with a dependency lives apart from what changes with a screen.
          groups: [
            vendor('react', 'react|react-dom|scheduler'),
            vendor('router', '@tanstack/[^/]+|cookie-es|seroval|seroval-plugins|tiny-invariant|tiny-warning|isbot'),
            vendor('store', 'dexie|dexie-react-hooks|ky|@lingui/[^/]+|@messageformat/[^/]+|uuidv7'),
            // The parts of routes that are known from the start; their screens are chunks of their own.
            { name: 'routes', test: /\/src\/routes\/(?:[^-/]+\/)*[^-/]+\.tsx$/, priority: 5 },
            // What many screens share: one file weighs less than sixty.
            { name: 'base', test: /\/(?:src|contract)\/|\/lucide-react\//, minShareCount: 4 },
          ],
        },
      },
    },
  },
}))
