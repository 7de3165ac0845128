import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { BCP47, isLocale, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { activate } from './catalogues.ts'
import { rememberLocale } from './locale.ts'

const asLocale = (value: string): Locale => (isLocale(value) ? value : DEFAULT_LOCALE)

/** The language that is shown, for code outside React (the API's header, the mirror's key). */
export const currentLocale = (): Locale => asLocale(i18n.locale)

/** The language that is shown; renders again when it changes. */
export const useLocale = (): Locale => asLocale(useLingui().i18n.locale)

/** Calls back after each change of language. Returns how to stop. */
export const onLocale = (callback: (locale: Locale) => void): (() => void) =>
  i18n.on('change', () => callback(currentLocale()))

/** Says on the page which language it is in: a worker's shell may be of another. */
export const nameLanguage = (): void => {
  document.documentElement.lang = BCP47[currentLocale()]
}

let changing = 0
/** Is a change of language under way? Whoever asked for it says when it fails: nothing else has to. */
export const isChangingLocale = (): boolean => changing > 0

/**
 * Switches the language everywhere at once, without a reload: sentences, cookie, `<html lang>`, dates, API header.
 * Rejects, and changes nothing, when the sentences cannot be loaded (offline, language never shown before).
 */
export const setLocale = async (locale: Locale): Promise<void> => {
  changing += 1
  try {
    await activate(locale)
  } finally {
    changing -= 1
  }
  rememberLocale(locale)
  nameLanguage()
}
