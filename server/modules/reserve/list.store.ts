import { and, eq, gt, inArray, isNotNull, isNull, lte, not, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { GOODS_TYPE } from '#contract/codes.ts'
import type { ListType } from '#contract/rules/reservation.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review } from '#server/db/schema/review.ts'

const { state, gdsTycd, startsAt, endsAt, usedAt, ordUid, holdUntil } = reservation

const isReviewed = sql`exists (select 1 from ${review} where ${review.rsvtUid} = ${reservation.rsvtUid})`
/** Departures of tours and activities: past once they have begun. */
const isDeparture = notInArray(gdsTycd, [GOODS_TYPE.hotel, GOODS_TYPE.voucher])

const isOver = (now: number): SQL =>
  sql`(${or(isNotNull(usedAt), isReviewed, lte(endsAt, now), and(isDeparture, lte(startsAt, now)))})`

/** Returns the condition for `listTypeOf` (contract/rules/reservation.ts) to be `type` at `now`, ms UTC. */
export const isInList = (type: ListType, now: number): SQL | undefined => {
  const isHoldOver = and(eq(state, 'held'), isNull(ordUid), lte(holdUntil, now))
  if (type === 'cancelled') return or(inArray(state, ['cancel_asked', 'cancelled', 'lapsed']), isHoldOver)
  if (type === 'past') return and(eq(state, 'confirmed'), isOver(now))
  return or(
    and(eq(state, 'held'), or(isNotNull(ordUid), gt(holdUntil, now))),
    eq(state, 'requested'),
    and(eq(state, 'confirmed'), not(isOver(now))),
  )
}
