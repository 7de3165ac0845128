import * as z from 'zod/mini'
import { call } from './call.ts'

/** What a member's mirror is made of; each is fetched whole by the call beside it. */
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
    /** As it was answered before. Without one, or with one that is not understood, everything has changed. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  data: z.object({
    /** To be kept once the changed parts are: what changes meanwhile is found by the next call. */
    cursor: z.string(),
    changed: z.array(z.enum(SYNC_PARTS)),
  }),
})
