import * as z from 'zod/mini'
import { CERT_DIGITS } from '../limits.ts'
import { call } from './call.ts'
import { email, instant, nothing, uuid } from './fields.ts'

/**
 * Purposes of a code mailed to a member instead of the password: to give a bound pass, get a one-time code, get a copy of
 * the member's data, add or delete a passkey, or add a bound pass to a wallet app.
 */
export const PASS_CERT_PURPOSES = ['gift', 'one_time', 'export', 'passkey', 'wallet'] as const
/** Refusals of every call that takes the password, or a code mailed for its purpose. */
export const PROOF_REFUSALS = [
  'E_PASSWORD_MISMATCH',
  'E_CERT_MISMATCH',
  'E_CERT_EXPIRED',
  'E_CERT_TRIES',
  'E_THROTTLED',
  'E_BUSY',
] as const
/** All purposes of mailed codes. A code mailed for one purpose is refused for any other. */
export const CERT_PURPOSES = ['join', 'withdraw', ...PASS_CERT_PURPOSES] as const

export const certCode = z.string().check(z.regex(new RegExp(`^\\d{${CERT_DIGITS}}$`), { error: 'code' }))

export const sendMail = call({
  method: 'POST',
  path: '/cert/send-mail',
  who: 'anonymous',
  unstored: true,
  summary: 'Mails a code; the address may stand in the query or in the body',
  refuses: ['E_CERT_WAIT', 'E_THROTTLED'],
  query: z.partial(z.strictObject({ email })),
  body: z.optional(z.union([z.strictObject({ email }), z.strictObject(nothing.shape)])),
  data: z.object({ expiresAt: instant, resendAt: instant }),
})

export const check = call({
  method: 'POST',
  path: '/cert/check',
  who: 'anonymous',
  unstored: true,
  summary: 'Checks the mailed code; five tries',
  refuses: ['E_CERT_MISMATCH', 'E_CERT_EXPIRED', 'E_CERT_TRIES', 'E_THROTTLED'],
  body: z.strictObject({
    email,
    code: certCode,
  }),
  /** `useYn: 'N'`: the proven mailbox already belongs to a member, and `certUid` is null. */
  data: z.object({ certUid: z.nullable(uuid), useYn: z.enum(['Y', 'N']), expiresAt: instant }),
})

export const sendOwnMail = call({
  method: 'POST',
  path: '/mypage/cert/send-mail',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Mails the signed-in member a code, which stands for the password',
  refuses: ['E_CERT_WAIT', 'E_THROTTLED'],
  body: z.strictObject({ purpose: z.enum(PASS_CERT_PURPOSES) }),
  data: z.object({ expiresAt: instant, resendAt: instant }),
})
