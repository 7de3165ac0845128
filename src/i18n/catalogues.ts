import { i18n, type Messages } from '@lingui/core'
import { BCP47, type Locale } from '#contract/locales.ts'

interface Chunk {
  messages: Messages
}
type Chunks = Record<string, () => Promise<Chunk>>
/** Two chunks for each language: what the frame and the home screen say, and what all others say. */
const first = import.meta.glob<Chunk>('../../locales/*.po', { query: '?first' })
const rest = import.meta.glob<Chunk>('../../locales/*.po', { query: '?rest' })

const fetched = async (chunks: Chunks, locale: Locale): Promise<Messages> => {
  const chunk = chunks[`../../locales/${locale}.po`]
  if (!chunk) throw new Error(`no catalogue for ${locale}`)
  return (await chunk()).messages
}

/** Was the rest asked for? Then a change of language brings both. */
let whole = false

/** Makes a language the one that is shown. Plurals and Intl follow its BCP 47 tag, not our own name for it. */
export const activate = async (locale: Locale): Promise<void> => {
  const asked = [fetched(first, locale), whole ? fetched(rest, locale) : {}]
  // Over only when both are: what fails later would fail unwatched.
  await Promise.allSettled(asked)
  const parts = await Promise.all(asked)
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages: Object.assign({}, ...parts) })
}

let pending: Promise<void> | null = null
const complete = async (): Promise<void> => {
  let locale: Locale
  let messages: Messages
  do {
    locale = i18n.locale as Locale
    messages = await fetched(rest, locale)
  } while (locale !== i18n.locale)
  i18n.load(locale, messages)
  whole = true
}

/** Ends once every sentence of the shown language is here: screens but the first wait for it. Rejects when it cannot be loaded. */
export const allSentences = (): Promise<void> => {
  pending ??= complete().catch((error: unknown) => {
    pending = null
    throw error
  })
  return pending
}
