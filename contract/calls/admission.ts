import * as z from 'zod/mini'
import { PASS_TYPES, WALLETS } from '../codes.ts'
import { SCAN_MAX } from '../limits.ts'
import { call, page } from './call.ts'
import { certCode, PROOF_REFUSALS } from './cert.ts'
import { group, instant, paging, text, uuid } from './fields.ts'

/** The member's side of gates: the history of uses, one-time codes for a phone that lost its key, and wallet passes. */

export const use = z.object({
  entryUid: uuid,
  passUid: uuid,
  passType: z.enum(PASS_TYPES),
  /** `entry`: admitted at an attraction. `discount`: used at a partner. */
  kind: z.enum(['entry', 'discount']),
  /** Id of the attraction or of the partner. */
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
  refuses: ['E_NOT_FOUND'],
  /** `qrcode` filters by pass: text of its QR code, number of its card, or `passUid`. Without it: all the member’s. */
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
  refuses: ['E_NOT_FOUND', 'E_PASS_NOT_LIVE', 'E_PASS_ELSEWHERE', 'E_ONE_TIME_LIMIT', ...PROOF_REFUSALS],
  body: z.strictObject({
    passUid: uuid,
    /** Needed for a pass that is bound to a phone. */
    password: z.optional(text(1024)),
    /** Instead of the password: a code that `mypage/cert/send-mail` mailed for the purpose `one_time`. */
    code: z.optional(certCode),
  }),
  data: z.object({
    /** For the visitor to read aloud: `7K3M-Q2XD-01`. It voids an earlier code of this pass. */
    code: z.string(),
    /** Text of the QR code. */
    text: z.string(),
    expiresAt: instant,
  }),
})

export const addToWallet = call({
  method: 'POST',
  path: '/mypage/myPass/wallet',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Makes a copy of a pass for a wallet app; it ends the earlier copy in that app, and gates check it online',
  refuses: ['E_NOT_FOUND', 'E_WALLET_OFF', 'E_PASS_NOT_LIVE', 'E_PASS_ELSEWHERE', ...PROOF_REFUSALS],
  body: z.strictObject({
    passUid: uuid,
    wallet: z.enum(WALLETS),
    /** Needed for a pass that is bound to a phone. */
    password: z.optional(text(1024)),
    /** Instead of the password: a code that `mypage/cert/send-mail` mailed for the purpose `wallet`. */
    code: z.optional(certCode),
  }),
  data: z.object({
    /** Leads to the file for Apple Wallet, for five minutes, or to the page of Google that adds the pass. */
    url: z.string(),
  }),
})

export const endWalletPass = call({
  method: 'POST',
  path: '/mypage/myPass/wallet/end',
  who: 'member',
  addition: true,
  summary: 'Ends the copy of a pass in a wallet app: gates refuse it; nothing happens if there is none',
  refuses: ['E_NOT_FOUND'],
  body: z.strictObject({ passUid: uuid, wallet: z.enum(WALLETS) }),
  data: z.object({ passUid: uuid, wallet: z.enum(WALLETS) }),
})
