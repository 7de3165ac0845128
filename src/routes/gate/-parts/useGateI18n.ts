import type { I18n } from '@lingui/core'
import { useEffect, useState } from 'react'
import { isLocale, LOCALES, type Locale } from '#contract/locales.ts'
import { loadMessagesIn } from '#i18n/messagesIn.ts'

const KEY = 'hp-gate-visitor'
/** The languages to choose from; Korean is always shown beside the chosen one. */
export const VISITOR_LOCALES = LOCALES.filter((locale) => locale !== 'ko')

const storedLocale = (): Locale => {
  try {
    const value = localStorage.getItem(KEY)
    return isLocale(value) ? value : 'en'
  } catch {
    return 'en'
  }
}

export interface GateI18n {
  korean: I18n | null
  visitor: I18n | null
  locale: Locale
  choose: (locale: Locale) => void
}

/**
 * Returns the messages in Korean and in the visitor’s language, null while they are not loaded. Preloads all languages,
 * because a gate may be offline later.
 */
export const useGateI18n = (): GateI18n => {
  const [locale, setLocale] = useState(storedLocale)
  const [loaded, setLoaded] = useState<ReadonlyMap<Locale, I18n>>(new Map())
  useEffect(() => {
    for (const each of LOCALES)
      loadMessagesIn(each).then(
        (i18n) => setLoaded((before) => new Map(before).set(each, i18n)),
        () => undefined, // offline, and this language was never loaded
      )
  }, [])
  return {
    korean: loaded.get('ko') ?? null,
    visitor: loaded.get(locale) ?? null,
    locale,
    choose: (next) => {
      setLocale(next)
      try {
        localStorage.setItem(KEY, next)
      } catch {
        // not stored: a reload resets it to English
      }
    },
  }
}
