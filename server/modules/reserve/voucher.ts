import { shownState } from '#contract/rules/reservation.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { factsOf } from '#server/modules/booking/service.ts'
import { findOption } from '#server/modules/goods/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import { hasReview } from '#server/modules/review/service.ts'
import { ownReservation, type Asking } from './service.ts'

/**
 * What the member shows at the place (specification 7, `/mypage/voucher`). Throws `E_NOT_FOUND`; `E_RESERVE_STATE` for a
 * reservation that is not confirmed.
 */
export const voucherOf = async (db: Database, rsvtUid: string, { memberId, locale, now }: Asking) => {
  const row = await ownReservation(db, rsvtUid, memberId)
  const order = row.ordUid === null ? undefined : await findOrder(db, row.ordUid)
  const named = await findOption(db, row.gdsDtlUid)
  if (row.state !== 'confirmed' || !order || !named) throw new Refusal('E_RESERVE_STATE')
  const { goods, option } = named
  const { name, checkIn, checkOut, lat, lon } = goods.doc
  return {
    rsvtUid,
    rsvtNumber: row.rsvtNumber,
    orderNumber: order.orderNumber,
    state: shownState(factsOf(row, await hasReview(db, rsvtUid)), now),
    gdsUid: row.gdsUid,
    gdsTycd: row.gdsTycd,
    goodsNm: name[locale],
    goodsNmKo: name.ko,
    optionNm: option.doc.name[locale],
    optionNmKo: option.doc.name.ko,
    goodsCnt: row.goodsCnt,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    checkIn,
    checkOut,
    lat,
    lon,
    guestName: row.guestName,
    wish: row.wish,
    confirmedAt: row.confirmedAt,
  }
}
