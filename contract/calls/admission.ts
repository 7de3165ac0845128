import * as z from 'zod/mini'
import { PASS_TYPES } from '../codes.ts'
import { SCAN_MAX } from '../limits.ts'
import { call, page } from './call.ts'
import { certCode } from './cert.ts'
import { group, instant, paging, text, uuid } from './fields.ts'

/** What a member hears of the gate: where passes were used, and a code for a phone that lost its key. */

export const use = z.object({
  entryUid: uuid,
  passUid: uuid,
  passType: z.enum(PASS_TYPES),
  /** `entry`: admitted at an attraction. `discount`: shown at a partner. */
  kind: z.enum(['entry', 'discount']),
  /** The attraction's, or the partner's id. */
  gdsUid: z.string(),
  name: z.string(),
  group,
  at: instant,
})
export type Use = z.infer<typeof use>

export const attractionHistory = call({
  method: 'GET',
  path: '/mypage/AttractionHistory',
  who: 'member',
  summary: 'Where passes were used, newest first',
  /** `qrcode`: one pass by the text of its QR code, the number of its card, or its `passUid`; without it all of the member’s. */
  query: z.strictObject({ ...paging, qrcode: z.optional(text(SCAN_MAX)) }),
  data: page(use),
})

export const oneTimeCode = call({
  method: 'POST',
  path: '/mypage/myPass/oneTimeCode',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'A code for a pass whose phone lost its key: ten minutes, once; the gate compares the name',
  body: z.strictObject({
    passUid: uuid,
    /** For a pass that a phone shows. */
    password: z.optional(text(1024)),
    /** In place of the password: mailed by `mypage/cert/send-mail` for the purpose `one_time`. */
    code: z.optional(certCode),
  }),
  data: z.object({
    /** For the visitor to read out: `7K3M-Q2XD-01`. An earlier code of this pass is void. */
    code: z.string(),
    /** For a QR code. */
    text: z.string(),
    expiresAt: instant,
  }),
})
