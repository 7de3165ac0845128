import * as z from 'zod/mini'
import { SCAN_MAX } from '../limits.ts'
import { REDEEM_REFUSALS } from '../rules/redeem.ts'
import { call } from './call.ts'
import { instant, text, uuid } from './fields.ts'

/** Reasons of a refusal of a voucher's code; the first four are those of a pass's code. */
export const VOUCHER_REASONS = [
  /** Not a voucher of ours, or forged. */
  'unreadable',
  'old_code',
  /** Its phone was signed out. */
  'revoked',
  'stale',
  /** These goods are redeemed at another place. */
  'elsewhere',
  ...REDEEM_REFUSALS,
] as const
export type VoucherReason = (typeof VOUCHER_REASONS)[number]

export const redeem = call({
  method: 'POST',
  path: '/gate/voucher',
  who: 'gate',
  addition: true,
  summary: 'Judges the live code of a voucher of goods and redeems its reservation, once',
  refuses: [],
  body: z.strictObject({
    /** Made by the gate. A scanner that got no answer repeats it with the next code, and gets the same success. */
    entryUid: uuid,
    /** The scanned text. */
    code: text(SCAN_MAX),
  }),
  data: z.object({
    /** `hold`: a genuine code of another time; scan the next one. */
    verdict: z.enum(['redeemed', 'hold', 'refused']),
    /** Only when refused. */
    reason: z.nullable(z.enum(VOUCHER_REASONS)),
    entryUid: uuid,
    /** Time of the verdict by the server's clock. */
    at: instant,
    /** What proved the code; only when redeemed. */
    by: z.nullable(z.enum(['clock', 'two_codes'])),
    /** The phone's clock minus the server's, ms; null when it is not known. */
    skewMs: z.nullable(z.int()),
    /** The reservation; null unless this gate may redeem its goods. */
    voucher: z.nullable(
      z.object({
        rsvtUid: uuid,
        rsvtNumber: z.string(),
        /** In the language of the call. */
        goodsNm: z.string(),
        optionNm: z.string(),
        /** Units, all of which one scan redeems. */
        goodsCnt: z.int(),
        /** To compare with the visitor's passport. */
        guestName: z.string(),
        startsAt: instant,
        endsAt: instant,
        /** When it was redeemed, by this scan or before. */
        usedAt: z.nullable(instant),
      }),
    ),
  }),
})
