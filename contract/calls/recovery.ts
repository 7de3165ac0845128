import * as z from 'zod/mini'
import { ntnCd, password } from '../forms/signUp.ts'
import { session } from './account.ts'
import { call } from './call.ts'
import { email, text, yn } from './fields.ts'

/** Recovery of an account whose address or password was forgotten (spec 2.35, 2.36, 4.42, 4.44). */

export const findId = call({
  method: 'GET',
  path: '/account/find-id',
  who: 'anonymous',
  effect: true,
  summary: "The member's masked email address; all four fields must match",
  refuses: ['E_NO_MEMBER', 'E_PHONE', 'E_THROTTLED'],
  /** `mobile`: E.164, or the national form of the country `ntnCd` (ISO 3166-1 alpha-2). Names ignore case. */
  query: z.strictObject({
    engNm: text(256),
    engSurname: text(256),
    mobile: text(40),
    ntnCd,
  }),
  /** The matching accounts, newest first. `E_NO_MEMBER` without a match; `E_PHONE` for an invalid number. */
  data: z.object({ list: z.array(z.object({ id: z.string() })) }),
})

export const findPassword = call({
  method: 'GET',
  path: '/account/find-password',
  who: 'anonymous',
  effect: true,
  cookies: true,
  summary: 'Mails a temporary password; the answer is the same whether there is such a member or not',
  refuses: ['E_THROTTLED'],
  query: z.strictObject({ email }),
  /** Validity of the temporary password in minutes. The old password stays valid until the temporary one is used. */
  data: z.object({ minutes: z.int() }),
})

export const changePassword = call({
  method: 'POST',
  path: '/account/change-password',
  who: 'anonymous',
  unstored: true,
  cookies: true,
  summary: 'Sets a new password in the session that a temporary password opened, and signs in anew',
  refuses: ['E_SESSION', 'E_PASSWORD_FORMAT', 'E_PASSWORD_WEAK', 'E_PASSWORD_TEMPORARY', 'E_BUSY'],
  body: z.strictObject({
    /** Access token of the temporary sign-in, unless the bearer header carries it. */
    accessToken: z.optional(text(4096)),
    password,
    /** Keep me signed in, as at login. */
    autoLgnYn: z.prefault(yn, 'N'),
  }),
  data: session,
})
