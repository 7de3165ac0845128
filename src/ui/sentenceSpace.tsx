import { useLocale } from '#i18n/useLocale.ts'

/** Languages with a space between sentences: the full stops of the others bring their own. */
const SPACED: ReadonlySet<string> = new Set(['en', 'ko'])

/** Renders what stands between two sentences, or a sentence and a link, of one paragraph. */
export function SentenceSpace() {
  return SPACED.has(useLocale()) ? ' ' : null
}
