import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALE_COOKIE,
  LOCALE_COOKIE_DAYS,
  localeOfTags,
  type Locale,
} from '#contract/locales.ts'

/** Returns the language in a cookie header, undefined when it is absent or not supported. */
export const localeOfCookie = (cookies: string): Locale | undefined => {
  const value = cookies
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === LOCALE_COOKIE)?.[1]
  return isLocale(value) ? value : undefined
}

/**
 * Returns the language to start in: the cookie's, else the first supported one of the browser's preferences, else
 * English (spec 1.30).
 */
export const detectLocale = (): Locale =>
  typeof document === 'undefined'
    ? DEFAULT_LOCALE
    : (localeOfCookie(document.cookie) ?? localeOfTags(navigator.languages))

/** Stores the language in a cookie for 365 days (spec 9.2). */
export const rememberLocale = (locale: Locale): void => {
  const seconds = LOCALE_COOKIE_DAYS * 86_400
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LOCALE_COOKIE}=${locale}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}
