import { i18n, type Messages } from '@lingui/core'
import { BCP47, type Locale } from '#contract/locales.ts'
import { isOfFirstVisit } from '#contract/shells.ts'

interface Chunk {
  messages: Messages
}
type Chunks = Record<string, () => Promise<Chunk>>
/** Of each language: the messages of the frame and the home screen, of what a first visit stores, of other screens. */
const first = import.meta.glob<Chunk>('../../locales/*.po', { query: '?first' })
const rest = import.meta.glob<Chunk>('../../locales/*.po', { query: '?rest' })
const screens = import.meta.glob<Chunk>('../../locales/*.po', { query: '?screens' })

const fetched = async (chunks: Chunks, locale: Locale): Promise<Messages> => {
  const chunk = chunks[`../../locales/${locale}.po`]
  if (!chunk) throw new Error(`no catalogue for ${locale}`)
  return (await chunk()).messages
}

/** Loaded besides the first chunk: a change of language loads these too. */
const active = new Set<Chunks>()

/**
 * Loads a language and activates it. Plurals and Intl follow its BCP 47 tag, not our short name for it. Rejects and
 * changes nothing when a chunk cannot be loaded. Activates nothing when `isWanted` returns false after that.
 */
export const activate = async (locale: Locale, isWanted = () => true): Promise<void> => {
  const requests = [first, ...active].map((chunks) => fetched(chunks, locale))
  // Await all: a later rejection of another one would be unhandled.
  await Promise.allSettled(requests)
  const catalogues = await Promise.all(requests)
  if (!isWanted()) return
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages: Object.assign({}, ...catalogues) })
}

const complete = async (chunks: Chunks): Promise<void> => {
  let locale: Locale
  let messages: Messages
  do {
    locale = i18n.locale as Locale
    messages = await fetched(chunks, locale)
  } while (locale !== i18n.locale)
  i18n.load(locale, messages)
  active.add(chunks)
}

const pending = new Map<Chunks, Promise<void>>()
const load = (chunks: Chunks): Promise<void> => {
  const loading =
    pending.get(chunks) ??
    complete(chunks).catch((error: unknown) => {
      pending.delete(chunks)
      throw error
    })
  pending.set(chunks, loading)
  return loading
}

/**
 * Resolves when the messages of lazy parts and of My Page are loaded in the current language. Rejects when they cannot be
 * loaded; the next call tries again.
 */
export const loadMessagesOfParts = (): Promise<void> => load(rest)

/** Resolves when all messages of the current language are loaded. Rejects like `loadMessagesOfParts`. */
export const loadAllMessages = async (): Promise<void> => {
  await Promise.all([load(rest), load(screens)])
}

const HOME_PATHS: ReadonlySet<string> = new Set(['/', '/home'])

/**
 * Resolves when the messages of the screen at an address are loaded; home has them from the start. Rejects like
 * `loadMessagesOfParts`.
 */
export const loadMessagesOf = (path: string): Promise<void> | undefined => {
  if (HOME_PATHS.has(path)) return undefined
  return isOfFirstVisit(path.split('/')[1] ?? '') ? loadMessagesOfParts() : loadAllMessages()
}
