import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, krw, paging, yn } from './fields.ts'

/** Earned with a purchase, spent on one, given back when it ended, taken back when it was refunded. */
export const POINT_KINDS = ['earn', 'spend', 'return', 'take_back'] as const

/** One line of the ledger. One point is one won. */
export const pointEntry = z.object({
  entryUid: z.string(),
  kind: z.enum(POINT_KINDS),
  /** Added, or taken when below zero. */
  amount: z.int(),
  /** After this entry. */
  balance: z.int(),
  ordUid: z.string(),
  at: instant,
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
    /** What can be spent. */
    balance: krw,
    /** Earned by orders that can still be given back: not in the balance yet. */
    pending: krw,
    /** Percent of what was paid that comes back as points; 0: none are earned at present. */
    earnPercent: z.int(),
    /** Can points be spent at present? */
    spendYn: yn,
  }),
})
