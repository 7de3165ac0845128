import { GENDERS } from '#contract/codes.ts'
import { birthYears } from '#contract/rules/age.ts'
import type { Locale } from '#contract/locales.ts'
import { translate } from '#server/texts.ts'

/** Returns the genders in one language, for the sign-up form. */
export const genders = (locale: Locale) =>
  GENDERS.map((code) => ({ code, name: translate(locale, `code.gender.${code}`) }))

/** Returns the years of birth that a member may have, latest first. */
export const years = (now: number): number[] => {
  const { from, to } = birthYears(now)
  return Array.from({ length: to - from + 1 }, (_, back) => to - back)
}
