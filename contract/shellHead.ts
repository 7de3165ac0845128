import { escapeHtml } from './html.ts'

/** Title and description of a document, which the build writes into a shell and the server replaces. */

export const BRAND = 'Harbor Pass'

/** Returns the title of a document as a browser shows it; an empty `title` is the brand alone. */
export const documentTitle = (title: string): string =>
  title === '' || title === BRAND ? BRAND : `${title} · ${BRAND}`

/** Returns the two elements as HTML. The server finds them by `SHELL_HEAD`. */
export const shellHead = (title: string, description: string): string =>
  `<title>${escapeHtml(documentTitle(title))}</title><meta name="description" content="${escapeHtml(description)}">`

/** Finds what `shellHead` wrote. */
export const SHELL_HEAD = /<title>[^<]*<\/title><meta name="description" content="[^"]*">/
