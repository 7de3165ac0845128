import { escapeHtml } from '#contract/html.ts'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress } from '#contract/rules/previewPicture.ts'
import { BRAND, shellHead } from '#contract/shellHead.ts'

/** What the head of a document says to search engines, and to chats that show a preview of a link. */
export interface PagePreview {
  /** Title of the document, without the brand; empty for the brand alone. */
  documentTitle: string
  /** Title of the preview. */
  title: string
  text: string
  /** Name of a picture (`PREVIEW_PICTURES`). */
  picture: string
  /** `article` for a text with a date or a place of its own. */
  kind: 'website' | 'article'
  /** The canonical address, from `/`: without a query, except one that identifies the page. */
  address: string
  /** Whether search engines may list the page. */
  isIndexed: boolean
}

/** Returns a language as Open Graph names it, with its likely country: `ko_KR`, `zh_TW`. */
const openGraphLocale = (locale: Locale): string => {
  const { language, region } = new Intl.Locale(BCP47[locale]).maximize()
  return `${language}_${region}`
}

/** The languages of a page: its own first. */
const languages = Object.fromEntries(
  LOCALES.map((locale) => [
    locale,
    [locale, ...LOCALES.filter((one) => one !== locale)]
      .map(openGraphLocale)
      .map((name, index) => `<meta property="og:locale${index === 0 ? '' : ':alternate'}" content="${name}">`)
      .join(''),
  ]),
) as Record<Locale, string>

const property = (name: string, content: string | number): string =>
  `<meta property="og:${name}" content="${typeof content === 'string' ? escapeHtml(content) : content}">`

const NO_INDEX = '<meta name="robots" content="noindex">'

/** Returns title, description, canonical address and Open Graph properties as HTML. `publicUrl`: origin of the addresses. */
export const previewHead = (preview: PagePreview, locale: Locale, publicUrl: string): string => {
  const url = publicUrl + preview.address
  return [
    shellHead(preview.documentTitle, preview.text),
    preview.isIndexed ? '' : NO_INDEX,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('site_name', BRAND),
    property('type', preview.kind),
    property('title', preview.title),
    property('description', preview.text),
    property('url', url),
    property('image', publicUrl + pictureAddress(preview.picture)),
    property('image:width', PICTURE_WIDTH),
    property('image:height', PICTURE_HEIGHT),
    languages[locale],
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

/** Returns the head of a page that does not exist: it has no address, so nothing of the request is in it. */
export const missingHead = (title: string, text: string): string => shellHead(title, text) + NO_INDEX
