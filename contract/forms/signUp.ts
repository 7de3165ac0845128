import * as z from 'zod/mini'
import { email, text, uuid, yn } from '../calls/fields.ts'
import { GENDERS } from '../codes.ts'
import { NAME_MAX, PASSWORD_MAX } from '../limits.ts'
import { PASSPORT_NAME_UNITS, passportName } from '../rules/passportName.ts'
import { isPassword } from '../rules/password.ts'
import { graphemes } from '../rules/text.ts'

/** The sign-up form: one schema for the screens and the server (spec 3.1, 3.2, 4.41). */

export const password = z
  .string()
  .check(z.maxLength(PASSWORD_MAX * 4), z.refine(isPassword, { error: 'password_format' }))

/** A name as in the passport, in the form that `passportName` returns. */
export const name = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(PASSPORT_NAME_UNITS),
  z.refine((value) => graphemes(value) <= NAME_MAX, { error: 'too_long' }),
  z.refine((value) => passportName(value) !== null, { error: 'passport_letters' }),
  z.overwrite((value) => passportName(value) ?? value),
)

export const birthYear = z.int().check(z.gte(1900), z.lte(2100))
/** Country, ISO 3166-1 alpha-2. */
export const ntnCd = z.string().check(z.regex(/^[A-Z]{2}$/))
/** Phone number, E.164. */
export const mobile = text(20).check(z.regex(/^\+[1-9]\d{4,14}$/, { error: 'phone' }))

export const signUpForm = z.strictObject({
  email,
  /** Proof of the mailbox, from `cert/check`. */
  certUid: uuid,
  password,
  engSurname: name,
  engNm: name,
  gender: z.prefault(z.enum(GENDERS), 'none'),
  birthYear: z.optional(birthYear),
  ntnCd: z.optional(ntnCd),
  mobile: z.optional(mobile),
  termsYn: yn,
  privacyYn: yn,
  marketingYn: z.prefault(yn, 'N'),
  /** “Keep me signed in”, as at login. */
  autoLgnYn: z.prefault(yn, 'N'),
})
export type SignUp = z.input<typeof signUpForm>
