import type { Plugin } from 'vite'

/** The module with the function that Vite wraps around each `import()` of a chunk with style sheets. */
const HELPER = '\0vite/preload-helper.js'

/**
 * The same function without what the build does not use (`build.modulePreload: false`), because the first screen loads
 * it. Loads the style sheets that the page lacks, then the chunk. A failure is told by `vite:preloadError`, which
 * `src/chunks.ts` handles, and thrown unless a listener prevents it.
 */
const CODE = `
const sheets = new Map()
const loadSheet = (file) => {
  const href = '/' + file
  if (!sheets.has(href))
    sheets.set(href, document.querySelector('link[rel=stylesheet][href="' + href + '"]') ? undefined : new Promise((resolve, reject) => {
      const fail = () => {
        sheets.delete(href)
        link.remove()
        reject(new Error('Unable to load ' + href))
      }
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: fail })
      document.head.append(link)
    }))
  return sheets.get(href)
}
export const __vitePreload = async (load, files = []) => {
  try {
    await Promise.all(files.map(loadSheet))
    return await load()
  } catch (payload) {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
    if (dispatchEvent(event)) throw payload
  }
}
`

/** Creates a plugin that replaces Vite's helper for imports of chunks with style sheets. */
export const importHelper = (): Plugin => ({
  name: 'import-helper',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === HELPER ? { code: CODE, moduleType: 'js' } : null),
})
