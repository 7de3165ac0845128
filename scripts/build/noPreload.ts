import type { Plugin } from 'vite'

/**
 * Cuts the preloading out of Vite's preload helper: the shells link what a page needs, and no import here has
 * dependencies to preload (`resolveDependencies`). Saves a kilobyte; the helper's report of a failed import stays.
 */
export const noPreload = (): Plugin => ({
  name: 'no-preload',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      const patched = code.replace('__VITE_IS_MODERN__ && deps', 'false')
      if (patched === code) throw new Error('Vite’s preload helper has changed: see scripts/build/noPreload.ts')
      return { code: patched, map: null }
    },
  },
})
