import * as z from 'zod/mini'
import { CERT_DIGITS } from '../limits.ts'
import { call } from './call.ts'
import { email, instant, nothing, uuid } from './fields.ts'

export const CERT_PURPOSES = ['join', 'withdraw'] as const

export const certCode = z.string().check(z.regex(new RegExp(`^\\d{${CERT_DIGITS}}$`), { error: 'code' }))

export const sendMail = call({
  method: 'POST',
  path: '/cert/send-mail',
  who: 'anonymous',
  unstored: true,
  summary: 'Mails a code; the address may stand in the query or in the body',
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
  body: z.strictObject({
    email,
    code: certCode,
  }),
  /** `useYn: 'N'` when the proven mailbox already belongs to a member; then `certUid` is null. */
  data: z.object({ certUid: z.nullable(uuid), useYn: z.enum(['Y', 'N']), expiresAt: instant }),
})
