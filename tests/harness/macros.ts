import { registerHooks } from 'node:module'

/**
 * Lets plain Node load code with Lingui's macros, which the build compiles: a message is its own id. For child processes
 * of tests, by `--import`.
 */
const MACROS = 'export const msg = (text) => ({ id: Array.isArray(text) ? text.join("") : text.id })'

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@lingui/core/macro'
      ? { url: `data:text/javascript,${encodeURIComponent(MACROS)}`, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context),
})
