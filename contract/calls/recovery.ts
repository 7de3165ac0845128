import * as z from 'zod/mini'
import { ntnCd, password } from '../forms/signUp.ts'
import { session } from './account.ts'
import { call } from './call.ts'
import { email, text, yn } from './fields.ts'

/** Back into an account whose address or password was forgotten (specification 2, 3, 4). */

export const findId = call({
  method: 'GET',
  path: '/account/find-id',
  who: 'anonymous',
  effect: true,
  summary: "The member's masked email address; all four fields must match",
  /** `mobile` as people write it in the country `ntnCd` (ISO 3166 alpha-2), or E.164. Names in any case. */
  query: z.strictObject({
    engNm: text(256),
    engSurname: text(256),
    mobile: text(40),
    ntnCd,
  }),
  /** One for each account that matches, the youngest first. Nobody: `E_NO_MEMBER`; no number: `E_PHONE`. */
  data: z.object({ list: z.array(z.object({ id: z.string() })) }),
})

export const findPassword = call({
  method: 'GET',
  path: '/account/find-password',
  who: 'anonymous',
  effect: true,
  summary: 'Mails a temporary password; the answer is the same whether there is such a member or not',
  query: z.strictObject({ email }),
  /** Minutes that a temporary password is good for. Nothing changes until it is used. */
  data: z.object({ minutes: z.int() }),
})

export const changePassword = call({
  method: 'POST',
  path: '/account/change-password',
  who: 'anonymous',
  unstored: true,
  summary: 'Sets a new password in the session that a temporary password opened, and signs in anew',
  body: z.strictObject({
    /** Of that session; it may stand in the bearer header instead. */
    accessToken: z.optional(text(4096)),
    password,
    /** Keep me signed in, as at login. */
    autoLgnYn: z.prefault(yn, 'N'),
  }),
  data: session,
})
