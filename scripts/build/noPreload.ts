import type { Plugin } from 'vite'

/**
 * The shells link what a page needs, and no import here has anything to load ahead (`resolveDependencies`): of Vite's
 * helper only the report of a part that did not come is kept, without the kilobyte that would load ahead.
 */
export const noPreload = (): Plugin => ({
  name: 'no-preload',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      const kept = code.replace('__VITE_IS_MODERN__ && deps', 'false')
      if (kept === code) throw new Error('Vite’s preload helper has changed: see scripts/build/noPreload.ts')
      return { code: kept, map: null }
    },
  },
})
