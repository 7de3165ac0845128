import * as z from 'zod/mini'
import { call } from './call.ts'

/** Parts of a member's mirror; each is fetched whole by the call that the comment names. */
export const SYNC_PARTS = [
  'passes', // /mypage/myPass/list
  'favourites', // /mypage/myAttraction/list
  'inquiries', // /inquiry/list
  'coupons', // /mypage/myCoupon
  'points', // /mypage/point/list
  'gifts', // /mypage/gift/list
  'purchases', // /mypage/buy/list, /mypage/refund/list
  'reservations', // /reserve/list
  'notices', // /posts/list
  'newsfeed', // /newsfeed/list
  'profile', // /mypage/myPage
  'settings', // /push/state
] as const
export type SyncPart = (typeof SYNC_PARTS)[number]

/**
 * How a write changed a part: its part mark before and after the write (M26). A write's answer has it when the answer
 * holds all that has changed. The replay of a stored answer repeats the marks of the first time.
 */
export const partChange = z.object({ part: z.enum(SYNC_PARTS), before: z.string(), after: z.string() })
export type PartChange = z.infer<typeof partChange>

export const sync = call({
  method: 'GET',
  path: '/sync',
  who: 'member',
  addition: true,
  summary: 'Which parts of the member’s mirror changed since a cursor',
  query: z.strictObject({
    /** The cursor of an earlier response. Without one, or with an unreadable one, every part counts as changed. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
    /**
     * Asks about this part alone: the other marks of the new cursor are those of `cursor`. Ignored without a readable
     * cursor.
     */
    part: z.optional(z.enum(['passes', 'reservations'])),
  }),
  data: z.object({
    /** To be stored after the changed parts are; the next call finds what has changed meanwhile (M22). */
    cursor: z.string(),
    changed: z.array(z.enum(SYNC_PARTS)),
  }),
})
