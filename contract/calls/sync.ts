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

export const sync = call({
  method: 'GET',
  path: '/sync',
  who: 'member',
  addition: true,
  summary: 'Which parts of the member’s mirror changed since a cursor',
  query: z.strictObject({
    /** The cursor of an earlier response. Without one, or with an unreadable one, every part counts as changed. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  data: z.object({
    /** To be stored after the changed parts are; the next call finds what has changed meanwhile (M22). */
    cursor: z.string(),
    changed: z.array(z.enum(SYNC_PARTS)),
  }),
})
