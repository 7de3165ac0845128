import type { voucher } from '#contract/calls/reserve.ts'
import type { Data } from '#contract/calls/call.ts'
import { redeemRefusal } from '#contract/rules/redeem.ts'
import { shownState } from '#contract/rules/reservation.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { factsOf, findReservation, type Reservation } from '#server/modules/booking/service.ts'
import { listCards } from '#server/modules/card/service.ts'
import { findSessionDevice } from '#server/modules/device/service.ts'
import { findOption } from '#server/modules/goods/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import { issueVoucherCertificate } from '#server/modules/pass/service.ts'
import { hasReview } from '#server/modules/review/service.ts'
import { presentCodes } from './code.ts'
import type { CallContext } from './service.ts'

type Voucher = Data<typeof voucher>
type Live = NonNullable<Extract<Voucher, { kind: 'goods' }>['live']>

/** Voucher of the card passes that a member bought with one order and still holds. */
const cardVoucher = async (deps: Deps, ordUid: string, { memberId, locale }: CallContext): Promise<Voucher> => {
  const list = (await listCards(deps, memberId, locale)).filter((card) => card.ordUid === ordUid)
  const [first] = list
  if (!first) throw new Refusal('E_NOT_FOUND')
  return { kind: 'card', rsvtUid: ordUid, orderNumber: first.orderNumber, list }
}

/** Returns what the phone of the caller's session draws live codes with; nulls while none has registered in it. */
const liveOf = async (
  { db, keys }: Deps,
  { rsvtUid, endsAt }: Reservation,
  { memberId, sessionId, now }: CallContext & { sessionId: string },
): Promise<Live> => {
  const key = await findSessionDevice(db, memberId, sessionId)
  const certificate = key ? issueVoucherCertificate(keys, { rsvtUid, endsAt, key }, now) : null
  return { deviceUid: key?.deviceUid ?? null, certificate }
}

/**
 * Returns what the member shows at the place, or for card passes at an exchange desk (spec 2.57, 7.26,
 * `/mypage/voucher`). `rsvtUid`: a reservation, or the `ordUid` of card passes. Throws `E_NOT_FOUND`, also for another
 * member's; `E_RESERVE_STATE` for a reservation that is not confirmed.
 */
export const voucherOf = async (
  deps: Deps,
  rsvtUid: string,
  asking: CallContext & { sessionId: string },
): Promise<Voucher> => {
  const { db } = deps
  const { memberId, locale, now } = asking
  const row = await findReservation(db, rsvtUid)
  if (!row) return cardVoucher(deps, rsvtUid, asking)
  if (row.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  const order = row.ordUid === null ? undefined : await findOrder(db, row.ordUid)
  const named = await findOption(db, row.gdsDtlUid)
  if (row.state !== 'confirmed' || !order || !named) throw new Refusal('E_RESERVE_STATE')
  const { goods, option } = named
  const codes = await presentCodes(db, deps.keys, rsvtUid)
  const { name, checkIn, checkOut, lat, lon } = goods.doc
  return {
    kind: 'goods',
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
    ...(codes.length > 0 && { codes }),
    ...(row.usedAt !== null && { usedAt: row.usedAt }),
    ...(goods.doc.redeemAt &&
      redeemRefusal(row, Math.max(now, row.startsAt)) === null && { live: await liveOf(deps, row, asking) }),
  }
}
