import * as z from 'zod/mini'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'

/** Schemas of fields of operators' commands. An error completes the sentence “<field> …” (`readCommand`). */

/** Returns the schema of a whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error }))
}

/** Schema of a day in Korea; its output is the instant, ms UTC, at which the day begins. */
export const koreanDayField = z.pipe(
  z.string({ error: 'must be a day such as 2026-12-01' }).check(
    z.refine((text) => !Number.isNaN(koreanDayStart(text)), {
      error: 'must be a day such as 2026-12-01',
    }),
  ),
  z.transform(koreanDayStart),
)

/** Returns the schema of a text in every language, on one line of 1 to `max` graphemes each. */
export const texts = (max: number) => {
  const error = `must be a text of 1 to ${max} characters, on one line`
  const one = z.string({ error }).check(
    z.refine((text) => text.trim() !== '' && graphemes(text) <= max && isClean(text) && !text.includes('\n'), {
      error,
    }),
  )
  const shape = Object.fromEntries(LOCALES.map((locale) => [locale, one])) as Record<Locale, typeof one>
  return z.strictObject(shape, { error: `must have the languages ${LOCALES.join(', ')}` })
}

/** Returns the schema of one of these words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })

/** Schema of the id that an operator gives to an issue of coupons or a campaign. */
export const ownId = z
  .string({ error: 'must be an id' })
  .check(z.regex(/^[a-z\d][a-z\d-]{2,39}$/, { error: 'must be 3 to 40 small letters, digits and hyphens' }))
