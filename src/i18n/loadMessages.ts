import { i18n, type Messages } from '@lingui/core'
import { BCP47, type Locale } from '#contract/locales.ts'

interface Chunk {
  messages: Messages
}
type Chunks = Record<string, () => Promise<Chunk>>
/** Two chunks for each language: the messages of the frame and the home screen, and all others. */
const first = import.meta.glob<Chunk>('../../locales/*.po', { query: '?first' })
const rest = import.meta.glob<Chunk>('../../locales/*.po', { query: '?rest' })

const fetched = async (chunks: Chunks, locale: Locale): Promise<Messages> => {
  const chunk = chunks[`../../locales/${locale}.po`]
  if (!chunk) throw new Error(`no catalogue for ${locale}`)
  return (await chunk()).messages
}

/** Is `rest` loaded? Then a change of language loads both chunks. */
let whole = false

/**
 * Loads a language and activates it. Plurals and Intl follow its BCP 47 tag, not our short name for it. Rejects and
 * changes nothing when a chunk cannot be loaded.
 */
export const activate = async (locale: Locale): Promise<void> => {
  const requests = [fetched(first, locale), whole ? fetched(rest, locale) : {}]
  // Await both: a later rejection of the second one would be unhandled.
  await Promise.allSettled(requests)
  const catalogues = await Promise.all(requests)
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages: Object.assign({}, ...catalogues) })
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

/**
 * Resolves when all messages of the current language are loaded; every screen but the first awaits it. Rejects when
 * they cannot be loaded; the next call tries again.
 */
export const loadAllMessages = (): Promise<void> => {
  pending ??= complete().catch((error: unknown) => {
    pending = null
    throw error
  })
  return pending
}
