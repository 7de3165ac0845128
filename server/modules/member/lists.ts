import { GENDERS } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import { say } from '#server/texts.ts'

const OLDEST_YEARS = 120

export const genders = (locale: Locale) => GENDERS.map((code) => ({ code, name: say(locale, `code.gender.${code}`) }))

/** Years of birth, youngest first. */
export const years = (now: number): number[] => {
  const thisYear = new Date(now).getUTCFullYear()
  return Array.from({ length: OLDEST_YEARS + 1 }, (_, back) => thisYear - back)
}
