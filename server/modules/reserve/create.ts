import { isValidPhoneNumber } from 'libphonenumber-js'
import { uuidv7 } from 'uuidv7'
import type { Reservation } from '#contract/calls/reserve.ts'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as booking from '#server/modules/booking/service.ts'
import { codeEnd, spanOf, takeCodes, takeSlots } from '#server/modules/goods/service.ts'
import { lockHolds, requireRoomForHold } from '#server/modules/hold/service.ts'
import { schedule } from '#server/modules/job/service.ts'
import { buyerOf, findQuote, NUMBER_TRIES, readableNumber } from '#server/modules/order/service.ts'
import { makeRoom } from './ownHolds.ts'
import { presentOne } from './present.ts'
import { requireOption } from './price.ts'

/** Makes reservations of what was quoted. */

/** Caller, language and time. */
export interface CallContext {
  memberId: string
  locale: Locale
  now: number
}

/**
 * Who uses a reservation. A name, address or number that is missing is taken from the member. `wish`: free text for the
 * place.
 */
export interface Guest {
  name?: string | undefined
  email?: string | undefined
  mobile?: string | undefined
  wish?: string | undefined
}

/**
 * Writes the details of a repeated call, whose first answer the guest never saw: they may have corrected them. Those that
 * are missing stay, and so do all once the reservation has an order or has ended.
 */
const correctGuest = async (
  tx: Tx,
  row: booking.Reservation,
  { name, email, mobile, wish }: Guest,
): Promise<booking.Reservation> => {
  if ([name, email, mobile, wish].every((field) => field === undefined)) return row
  const guest = {
    guestName: name,
    guestEmail: email,
    guestMobile: mobile,
    wish: wish === undefined ? undefined : wish.trim() || null,
  }
  return (await booking.setGuest(tx, row.rsvtUid, guest)) ?? row
}

/**
 * Reserves what was quoted and holds it for `RESERVE_HOLD_MS`. A quote has one reservation, which a repeated call returns,
 * with its guest's details of that call while it is held without an order.
 * Unpaid holds of the member that leave too little are ended.
 * `inCart`: the `cartUid` of the cart that the quote is a line of.
 * Throws `E_PHONE`; `E_NOT_FOUND`; `E_HOLD_OVER` for a quote that has expired; `E_NOT_ON_SALE`; `E_RESERVE_DATE`; `E_HOLDS`;
 * `E_NO_ROOM`; `E_TOKEN` for a withdrawn member.
 */
export const reserve = async (
  tx: Tx,
  { quoteUid, inCart = null, ...guest }: Guest & { quoteUid: string; inCart?: string | null },
  { memberId, locale, now, config }: CallContext & Pick<Deps, 'config'>,
): Promise<Reservation> => {
  if (guest.mobile !== undefined && !isValidPhoneNumber(guest.mobile)) throw new Refusal('E_PHONE')
  await lockHolds(tx, memberId)
  const quote = await findQuote(tx, quoteUid, memberId)
  // A line of a cart is reserved with its cart only.
  if (quote?.kind !== 'goods' || quote.priceSn === null || quote.cartUid !== inCart) throw new Refusal('E_NOT_FOUND')
  const before = await booking.findByQuote(tx, quoteUid)
  if (before) return presentOne(tx, await correctGuest(tx, before, guest), locale, now)
  if (now >= quote.expiresAt) throw new Refusal('E_HOLD_OVER')
  const { goods, option } = await requireOption(tx, quote.gdsDtlUid, config)
  const span = spanOf(goods, option, quote.priceSn, now)
  if (!span) throw new Refusal('E_RESERVE_DATE')
  await makeRoom(tx, { memberId, option, span, now }, quote)
  await requireRoomForHold(tx, memberId)

  const buyer = await buyerOf(tx, memberId)
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const held = await booking.insert(tx, {
      rsvtUid: uuidv7(),
      rsvtNumber: readableNumber('HR', now),
      memberId,
      quoteUid,
      ordUid: null,
      gdsUid: goods.gdsUid,
      gdsDtlUid: option.gdsDtlUid,
      gdsTycd: goods.gdsTycd,
      priceSn: quote.priceSn,
      goodsCnt: quote.passCnt,
      amount: quote.unitPrice * quote.passCnt,
      nightPrices: quote.nightPrices,
      state: 'held',
      confirmation: option.confirmation,
      startsAt: span.startsAt,
      endsAt: span.endsAt,
      validDays: span.validDays,
      cancelUntil: span.cancelUntil,
      holdUntil: now + RESERVE_HOLD_MS,
      guestName: guest.name ?? buyer.name,
      guestEmail: guest.email ?? buyer.email,
      guestMobile: guest.mobile ?? buyer.mobile,
      wish: guest.wish?.trim() || null,
      reservedAt: now,
      paidAt: null,
      confirmedAt: null,
      usedAt: null,
      usedGateUid: null,
      usedEntryUid: null,
      cancelAskedAt: null,
      endedAt: null,
      end: null,
    })
    const row = held ?? (await booking.findByQuote(tx, quoteUid))
    if (!row) continue
    if (held) {
      if (!(await takeSlots(tx, option, held.priceSn, held.goodsCnt))) throw new Refusal('E_NO_ROOM')
      const { rsvtUid, holdUntil: dueAt } = held
      const codes = { gdsDtlUid: held.gdsDtlUid, rsvtUid, n: held.goodsCnt, validUntil: codeEnd(span) }
      if (!(await takeCodes(tx, codes))) throw new Refusal('E_NO_ROOM')
      await schedule(tx, { kind: booking.HOLD_JOB, key: booking.holdKey(rsvtUid), dueAt, args: { rsvtUid } })
    }
    return presentOne(tx, row, locale, now)
  }
  throw new Error('no free reservation number')
}
