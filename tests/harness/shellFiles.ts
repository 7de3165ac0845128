import { LOCALES } from '#contract/locales.ts'
import { shellHead } from '#contract/shellHead.ts'

/** Returns a shell that says in its body which one it is. */
export const shellOf = (name: string, locale: string): string =>
  `<!doctype html><html><head>${shellHead('', 'of the build')}</head><body>${name} in ${locale}</body></html>`

/** Returns files of shells in every language, by their path in `dist`. */
export const shellFiles = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => names.map((name) => [`shells/${locale}/${name}.html`, shellOf(name, locale)] as const)),
  )

/** Returns what a document has in its body. */
export const bodyOf = (html: string): string => /<body>(.*)<\/body>/s.exec(html)?.[1] ?? ''
