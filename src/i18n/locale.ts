import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALE_COOKIE,
  LOCALE_COOKIE_DAYS,
  localeOfTags,
  type Locale,
} from '#contract/locales.ts'

/** What a cookie header says of the language; undefined when it says nothing that we speak. */
export const localeOfCookie = (cookies: string): Locale | undefined => {
  const value = cookies
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === LOCALE_COOKIE)?.[1]
  return isLocale(value) ? value : undefined
}

/** Cookie, then the browser's preferences, then English (specification 1). */
export const detectLocale = (): Locale =>
  typeof document === 'undefined'
    ? DEFAULT_LOCALE
    : (localeOfCookie(document.cookie) ?? localeOfTags(navigator.languages))

/** Remembers the language for 365 days (specification 9). */
export const rememberLocale = (locale: Locale): void => {
  const seconds = LOCALE_COOKIE_DAYS * 86_400
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LOCALE_COOKIE}=${locale}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}
