import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, krw, paging, yn } from './fields.ts'

/**
 * Kinds of entries: earned with a purchase, spent on one, returned when it ended, taken back at its refund, expired.
 */
export const POINT_KINDS = ['earn', 'spend', 'return', 'take_back', 'expire'] as const

/** One line of the ledger. One point is one won. */
export const pointEntry = z.object({
  entryUid: z.string(),
  kind: z.enum(POINT_KINDS),
  /** Points added; negative: taken. */
  amount: z.int(),
  /** Balance after this entry. */
  balance: z.int(),
  ordUid: z.string(),
  at: instant,
  /**
   * Of an entry that added points: the first instant at which they have expired. Null for any other, and for points
   * that never expire; missing in answers of earlier releases.
   */
  expireAt: z.optional(z.nullable(instant)),
})
export type PointEntry = z.infer<typeof pointEntry>

export const list = call({
  method: 'GET',
  path: '/mypage/point/list',
  who: 'member',
  addition: true,
  summary: 'Points and their history, newest first',
  query: z.strictObject(paging),
  data: z.object({
    list: z.array(pointEntry),
    pageNum: z.int(),
    pageSize: z.int(),
    total: z.int(),
    /** Points that can be spent. */
    balance: krw,
    /** Points of orders that can still be cancelled; not in the balance yet. */
    pending: krw,
    /**
     * How many points of the balance expire next, and the first instant at which they have. Null when none do; missing
     * in answers of earlier releases.
     */
    expiring: z.optional(z.nullable(z.object({ amount: krw, at: instant }))),
    /** Percentage of the payment that is earned as points; 0: none are earned at present. */
    earnPercent: z.int(),
    /** Whether points can be spent at present. */
    spendYn: yn,
  }),
})
