import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { BCP47, type Locale } from '#contract/locales.ts'

interface Chunk {
  messages: Messages
}
const loadersByPath = [
  import.meta.glob<Chunk>('../../locales/*.po', { query: '?first' }),
  import.meta.glob<Chunk>('../../locales/*.po', { query: '?rest' }),
  import.meta.glob<Chunk>('../../locales/*.po', { query: '?screens' }),
]

const i18nByLocale = new Map<Locale, Promise<I18n>>()

const make = async (locale: Locale): Promise<I18n> => {
  const chunks = await Promise.all(loadersByPath.map((loaders) => loaders[`../../locales/${locale}.po`]?.()))
  const messages = Object.assign({}, ...chunks.map((chunk) => chunk?.messages)) as Messages
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages })
  return i18n
}

/**
 * Loads all messages of a language without activating it, once for each language. Rejects when they cannot be loaded;
 * the next call tries again.
 */
export const loadMessagesIn = (locale: Locale): Promise<I18n> => {
  const cached = i18nByLocale.get(locale)
  if (cached) return cached
  const fresh = make(locale).catch((error: unknown) => {
    i18nByLocale.delete(locale)
    throw error
  })
  i18nByLocale.set(locale, fresh)
  return fresh
}
