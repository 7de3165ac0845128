import { GENDERS } from '#contract/codes.ts'
import { birthYears } from '#contract/rules/age.ts'
import type { Locale } from '#contract/locales.ts'
import { say } from '#server/texts.ts'

export const genders = (locale: Locale) => GENDERS.map((code) => ({ code, name: say(locale, `code.gender.${code}`) }))

/** Years of birth that a member may have, youngest first. */
export const years = (now: number): number[] => {
  const { from, to } = birthYears(now)
  return Array.from({ length: to - from + 1 }, (_, back) => to - back)
}
