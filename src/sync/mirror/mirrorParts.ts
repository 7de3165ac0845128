import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Table } from 'dexie'
import { attractionHistory, type Use } from '#contract/calls/admission.ts'
import { exchangeCardList, type ExchangeCard } from '#contract/calls/card.ts'
import { COUPON_TABS, myCoupon, type Coupon } from '#contract/calls/coupon.ts'
import { giftList, type Gift } from '#contract/calls/gift.ts'
import { list as inquiryList, type Inquiry } from '#contract/calls/inquiry.ts'
import { myAttractionList, myPage, myPassList, type MyPass, type Profile } from '#contract/calls/mypage.ts'
import { list as newsList, type NewsItem } from '#contract/calls/newsfeed.ts'
import { buyList, type Purchase } from '#contract/calls/purchase.ts'
import { state as pushState } from '#contract/calls/push.ts'
import { list as reserveList, voucher, type Reservation } from '#contract/calls/reserve.ts'
import type { Favourite, MemberDb, PushSettings, Voucher } from '#db/member.ts'
import { pages } from './pages.ts'

/** The parts of a member's mirror and their data. */
export interface PartData {
  passes: MyPass[]
  favourites: Favourite[]
  profile: Profile
  gifts: Gift[]
  inquiries: Inquiry[]
  history: Use[]
  newsfeed: NewsItem[]
  settings: PushSettings
  reservations: { list: Reservation[]; vouchers: Voucher[] }
  cards: ExchangeCard[]
  coupons: Coupon[]
  purchases: Purchase[]
}
export type MirrorPart = keyof PartData

export interface Part<T> {
  fetch: (api: Api, owner: string) => Promise<Answer<T>>
  /**
   * Replaces the whole part, and so deletes rows that the server no longer lists (M10). Call it in a transaction over
   * all tables.
   */
  write: (db: MemberDb, data: T) => Promise<void>
}

/** At most this many vouchers are fetched with the reservations (M18). */
const VOUCHERS_MAX = 20

const replace = async <T>(table: Table<T, string>, list: T[]): Promise<void> => {
  await table.clear()
  await table.bulkPut(list)
}

/**
 * Replaces all passes in the mirror, in the server's order, and deletes the codes of those that have no certificate or
 * another pass epoch (L4); call it in a transaction.
 */
export const writePasses = async (db: MemberDb, list: MyPass[]): Promise<void> => {
  await replace(
    db.passes,
    list.map((pass, position) => ({ passUid: pass.passUid, position, pass })),
  )
  const epochs = new Map(list.map(({ passUid, certificate, epoch }) => [passUid, certificate === null ? null : epoch]))
  await db.drawn.filter(({ passUid, epoch }) => epochs.get(passUid) !== epoch).delete()
}

const listOf = async <T>(request: Promise<Answer<{ list: T[] }>>): Promise<Answer<T[]>> => {
  const answer = await request
  return answer.ok ? { ok: true, data: answer.data.list } : answer
}

/** Returns the reservations whose vouchers are fetched: the next confirmed ones, then those redeemed last (M18). */
const vouchered = (list: Reservation[]): Reservation[] =>
  [
    ...list.filter(({ state }) => state === 'confirmed').toSorted((a, b) => a.startsAt - b.startsAt),
    ...list.filter(({ usedAt }) => usedAt !== undefined).toSorted((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0)),
  ].slice(0, VOUCHERS_MAX)

/** How each part is fetched and written. */
export const PARTS: { [K in MirrorPart]: Part<PartData[K]> } = {
  passes: { fetch: (api, owner) => listOf(api.call(myPassList, {}, { owner })), write: writePasses },
  favourites: {
    fetch: (api, owner) => listOf(api.call(myAttractionList, {}, { owner })),
    write: (db, list) => replace(db.favourites, list),
  },
  profile: {
    fetch: (api, owner) => api.call(myPage, {}, { owner }),
    write: (db, data) => db.keep('profile', data),
  },
  gifts: {
    fetch: (api, owner) => pages(api, giftList, {}, { owner }),
    write: (db, list) => replace(db.gifts, list),
  },
  inquiries: {
    fetch: (api, owner) => pages(api, inquiryList, {}, { owner }),
    write: (db, list) => replace(db.inquiries, list),
  },
  history: {
    fetch: (api, owner) => pages(api, attractionHistory, {}, { owner }),
    write: (db, list) => replace(db.history, list),
  },
  newsfeed: {
    fetch: (api, owner) => pages(api, newsList, {}, { owner }),
    write: (db, list) => replace(db.newsfeed, list),
  },
  settings: {
    fetch: (api, owner) => api.call(pushState, {}, { owner }),
    write: (db, data) => db.keep('settings', data),
  },
  reservations: {
    fetch: async (api, owner) => {
      const answer = await pages(api, reserveList, {}, { owner })
      if (!answer.ok) return answer
      const vouchers: Voucher[] = []
      for (const { rsvtUid } of vouchered(answer.data)) {
        const one = await api.call(voucher, { query: { rsvtUid } }, { owner })
        if (one.ok) vouchers.push(one.data)
        // A reservation that was cancelled since has no voucher. Any other failure fails the whole part.
        else if (one.failure.kind !== 'refused') return one
      }
      return { ok: true, data: { list: answer.data, vouchers } }
    },
    write: async (db, { list, vouchers }) => {
      await replace(db.reservations, list)
      await replace(db.vouchers, vouchers)
    },
  },
  cards: {
    fetch: (api, owner) => listOf(api.call(exchangeCardList, {}, { owner })),
    write: (db, list) => replace(db.cards, list),
  },
  coupons: {
    fetch: async (api, owner) => {
      const all: Coupon[] = []
      for (const psTycd of COUPON_TABS) {
        const answer = await pages(api, myCoupon, { psTycd }, { owner })
        if (!answer.ok) return answer
        all.push(...answer.data)
      }
      return { ok: true, data: all }
    },
    write: (db, list) => replace(db.coupons, list),
  },
  purchases: {
    fetch: (api, owner) => pages(api, buyList, {}, { owner }),
    write: (db, list) => replace(db.purchases, list),
  },
}

export const MIRROR_PARTS = Object.keys(PARTS) as readonly MirrorPart[]
