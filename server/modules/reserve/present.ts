import type { Reservation } from '#contract/calls/reserve.ts'
import type { Locale } from '#contract/locales.ts'
import { actionsOf, shownState, stateBadge, typeBadge } from '#contract/rules/reservation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { factsOf, type Reservation as Row } from '#server/modules/booking/service.ts'
import { codedOf, findOption } from '#server/modules/goods/service.ts'
import { amountsOfOrders } from '#server/modules/order/service.ts'
import { reviewedOf } from '#server/modules/review/service.ts'

/** Returns reservations as the API shows them at `now`, in one language. */
export const present = async (db: Database | Tx, rows: Row[], locale: Locale, now: number): Promise<Reservation[]> => {
  const reviewed = await reviewedOf(
    db,
    rows.map(({ rsvtUid }) => rsvtUid),
  )
  const paidAmounts = await amountsOfOrders(
    db,
    rows.flatMap(({ ordUid }) => ordUid ?? []),
  )
  const coded = await codedOf(
    db,
    rows.map(({ rsvtUid }) => rsvtUid),
  )
  const names = new Map<string, Awaited<ReturnType<typeof findOption>>>()
  for (const { gdsDtlUid } of rows) if (!names.has(gdsDtlUid)) names.set(gdsDtlUid, await findOption(db, gdsDtlUid))
  return rows.map((row) => {
    const facts = factsOf(row, reviewed.has(row.rsvtUid))
    const state = shownState(facts, now)
    const paidAmount = row.ordUid === null ? undefined : paidAmounts.get(row.ordUid)
    const named = names.get(row.gdsDtlUid)
    return {
      rsvtUid: row.rsvtUid,
      rsvtNumber: row.rsvtNumber,
      gdsUid: row.gdsUid,
      gdsTycd: row.gdsTycd,
      goodsDtlId: row.gdsDtlUid,
      goodsNm: named?.goods.doc.name[locale] ?? row.gdsUid,
      optionNm: named?.option.doc.name[locale] ?? row.gdsDtlUid,
      priceSn: row.priceSn,
      goodsCnt: row.goodsCnt,
      state,
      badge: stateBadge(state),
      typeBadge: typeBadge(row.gdsTycd),
      actions: actionsOf(facts, now),
      confirmation: row.confirmation,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      cancelUntil: row.cancelUntil,
      holdUntil: row.state === 'held' ? row.holdUntil : null,
      amount: row.amount,
      ...(paidAmount !== undefined && { paidAmount }),
      ...(row.nightPrices && { nightPrices: row.nightPrices }),
      ordUid: row.ordUid,
      guest: { name: row.guestName, email: row.guestEmail, mobile: row.guestMobile },
      wish: row.wish,
      reservedAt: row.reservedAt,
      paidAt: row.paidAt,
      confirmedAt: row.confirmedAt,
      endedAt: row.endedAt,
      ...(row.usedAt !== null && { usedAt: row.usedAt }),
      ...(coded.has(row.rsvtUid) && { codeYn: 'Y' as const }),
    }
  })
}

/** Presents one reservation, as `present` does for several. */
export const presentOne = async (db: Database | Tx, row: Row, locale: Locale, now: number): Promise<Reservation> => {
  const [reservation] = await present(db, [row], locale, now)
  if (!reservation) throw new Error('one reservation was not shown')
  return reservation
}
