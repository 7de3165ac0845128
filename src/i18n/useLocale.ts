import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { BCP47, isLocale, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { activate } from './loadMessages.ts'
import { rememberLocale } from './locale.ts'

const asLocale = (value: string): Locale => (isLocale(value) ? value : DEFAULT_LOCALE)

/** Returns the current language, for code outside React (the API's header, the mirror's key). */
export const currentLocale = (): Locale => asLocale(i18n.locale)

/** Returns the current language; re-renders when it changes. */
export const useLocale = (): Locale => asLocale(useLingui().i18n.locale)

/** Calls back after each change of language. Returns the unsubscribe function. */
export const onLocale = (callback: (locale: Locale) => void): (() => void) =>
  i18n.on('change', () => callback(currentLocale()))

/** Sets `<html lang>`: the service worker may have served a shell of another language. */
export const setDocumentLanguage = (): void => {
  document.documentElement.lang = BCP47[currentLocale()]
}

let changing = 0
/**
 * Returns whether a change of language is running. The caller of `setLocale` reports its failure, so no other handler
 * has to.
 */
export const isChangingLocale = (): boolean => changing > 0

let chosen: Locale | undefined
/** Returns whether no other language was chosen after this one, also while its messages load. */
export const isLastChoice = (locale: Locale): boolean => chosen === locale

/**
 * Switches the language everywhere without a reload: messages, cookie, `<html lang>`, dates, API header. Rejects and
 * changes nothing when the messages cannot be loaded (offline, and the language was never loaded before). Of several
 * choices the last one counts: an earlier one whose messages arrive later, or never, resolves and changes nothing.
 */
export const setLocale = async (locale: Locale): Promise<void> => {
  chosen = locale
  const isLast = () => isLastChoice(locale)
  changing += 1
  try {
    await activate(locale, isLast)
  } catch (error) {
    if (isLast()) throw error
  } finally {
    changing -= 1
  }
  if (!isLast()) return
  rememberLocale(locale)
  setDocumentLanguage()
}
