import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { RESERVATION_STATES, type ReservationEvent, takesRoom, waysOf } from '#contract/rules/reservation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { reservation } from '#server/db/schema/reservation.ts'

export type Reservation = typeof reservation.$inferSelect

/** Inserts a reservation; undefined when its quote is reserved already, or its number is taken. */
export const insert = async (tx: Tx, row: Reservation): Promise<Reservation | undefined> =>
  (await tx.insert(reservation).values(row).onConflictDoNothing().returning())[0]

/** Returns a reservation of any member; undefined for an unknown id. */
export const findReservation = async (db: Database | Tx, rsvtUid: string): Promise<Reservation | undefined> =>
  (await db.select().from(reservation).where(eq(reservation.rsvtUid, rsvtUid)))[0]
/** Returns the reservation that a quote became; undefined while it has none. */
export const findByQuote = async (tx: Tx, quoteUid: string): Promise<Reservation | undefined> =>
  (await tx.select().from(reservation).where(eq(reservation.quoteUid, quoteUid)))[0]
/** Returns the reservation that an order pays; undefined for an order of passes. */
export const findByOrder = async (db: Database | Tx, ordUid: string): Promise<Reservation | undefined> =>
  (await db.select().from(reservation).where(eq(reservation.ordUid, ordUid)))[0]

/** Returns the states of the reservations that these orders pay, by `ordUid`. */
export const statesOf = async (db: Database, ordUids: string[]): Promise<Map<string | null, Reservation['state']>> => {
  if (ordUids.length === 0) return new Map()
  const { ordUid, state } = reservation
  const rows = await db.select({ ordUid, state }).from(reservation).where(inArray(ordUid, ordUids))
  return new Map(rows.map((row) => [row.ordUid, row.state]))
}

/** Links the order that pays; false unless the reservation is held, has no order, and its hold still runs at `now`. */
export const attachOrder = async (tx: Tx, rsvtUid: string, ordUid: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(reservation)
    .set({ ordUid })
    .where(
      and(
        eq(reservation.rsvtUid, rsvtUid),
        eq(reservation.state, 'held'),
        isNull(reservation.ordUid),
        gte(reservation.holdUntil, now + 1),
      ),
    )
    .returning({ rsvtUid: reservation.rsvtUid })
  return rows.length === 1
}

/**
 * Returns what a member holds of an option without an order at `now` (ms UTC), oldest first; without `gdsDtlUid` of all
 * options. With `isLocked` the rows are locked in this order until the transaction ends.
 */
export const unorderedHolds = async (
  db: Database | Tx,
  {
    memberId,
    gdsDtlUid,
    now,
    isLocked,
  }: { memberId: string; gdsDtlUid?: string | undefined; now: number; isLocked: boolean },
): Promise<Reservation[]> => {
  const rows = db
    .select()
    .from(reservation)
    .where(
      and(
        eq(reservation.memberId, memberId),
        gdsDtlUid === undefined ? undefined : eq(reservation.gdsDtlUid, gdsDtlUid),
        eq(reservation.state, 'held'),
        isNull(reservation.ordUid),
        gt(reservation.holdUntil, now),
      ),
    )
    .orderBy(asc(reservation.rsvtUid))
  return isLocked ? rows.for('update') : rows
}

/**
 * Changes the guest of a held reservation without an order by a conditional UPDATE; undefined when it has an order or has
 * ended. Fields that are undefined stay.
 */
export const setGuest = async (
  tx: Tx,
  rsvtUid: string,
  guest: { [Field in 'guestName' | 'guestEmail' | 'guestMobile' | 'wish']?: Reservation[Field] | undefined },
): Promise<Reservation | undefined> =>
  (
    await tx
      .update(reservation)
      .set(guest)
      .where(and(eq(reservation.rsvtUid, rsvtUid), eq(reservation.state, 'held'), isNull(reservation.ordUid)))
      .returning()
  )[0]

/** Which reservation an event is about. `unordered`: only while it has no order. */
export type ReservationKey = { rsvtUid: string; unordered?: true } | { ordUid: string }

const matches = (key: ReservationKey): SQL | undefined =>
  'ordUid' in key
    ? eq(reservation.ordUid, key.ordUid)
    : and(eq(reservation.rsvtUid, key.rsvtUid), key.unordered ? isNull(reservation.ordUid) : undefined)

/**
 * Applies one event of the state machine by a conditional UPDATE; undefined when the state does not allow the event.
 * `cancel` leads to several states, by the state it starts from, so it takes one UPDATE for each.
 */
export const move = async (
  tx: Tx,
  key: ReservationKey,
  event: ReservationEvent,
  set: Partial<Reservation>,
): Promise<Reservation | undefined> => {
  const ends = new Set(waysOf(event).map(({ to }) => to))
  for (const to of ends) {
    const from = waysOf(event).flatMap((way) => (way.to === to ? [way.from] : []))
    const rows = await tx
      .update(reservation)
      .set({ ...set, state: to })
      .where(and(matches(key), inArray(reservation.state, from)))
      .returning()
    if (rows[0]) return rows[0]
  }
  return undefined
}

/**
 * Redeems a confirmed reservation by a conditional UPDATE, which also ends its free cancellation; undefined when it is
 * not confirmed, or was redeemed before. `scan`: that of a gate; null: by hand. The caller holds the lock of its order.
 */
export const redeem = async (
  tx: Tx,
  { rsvtUid, scan }: { rsvtUid: string; scan: { gateUid: string; entryUid: string } | null },
  now: number,
): Promise<Reservation | undefined> =>
  (
    await tx
      .update(reservation)
      .set({
        usedAt: now,
        usedGateUid: scan?.gateUid ?? null,
        usedEntryUid: scan?.entryUid ?? null,
        cancelUntil: sql`least(${reservation.cancelUntil}, ${now}::bigint)`,
      })
      .where(and(eq(reservation.rsvtUid, rsvtUid), eq(reservation.state, 'confirmed'), isNull(reservation.usedAt)))
      .returning()
  )[0]

/**
 * Undoes a redemption by a conditional UPDATE, with its free cancellation until `cancelUntil` again (ms UTC; null:
 * none); undefined when it is not confirmed or not redeemed. The caller holds the lock of its order.
 */
export const undoRedemption = async (
  tx: Tx,
  rsvtUid: string,
  cancelUntil: number | null,
): Promise<Reservation | undefined> =>
  (
    await tx
      .update(reservation)
      .set({ usedAt: null, usedGateUid: null, usedEntryUid: null, cancelUntil })
      .where(and(eq(reservation.rsvtUid, rsvtUid), eq(reservation.state, 'confirmed'), isNotNull(reservation.usedAt)))
      .returning()
  )[0]

/** Returns the reservation with this number; undefined for an unknown one. */
export const findByNumber = async (db: Database, rsvtNumber: string): Promise<Reservation | undefined> =>
  (await db.select().from(reservation).where(eq(reservation.rsvtNumber, rsvtNumber)))[0]

/** Returns the reservations of these options that take room and overlap `[from, until)` (ms UTC), in order of use. */
export const reservationsInSpan = (
  db: Database | Tx,
  gdsDtlUids: string[],
  { from, until }: { from: number; until: number },
): Promise<Reservation[]> =>
  db
    .select()
    .from(reservation)
    .where(
      and(
        inArray(reservation.gdsDtlUid, gdsDtlUids),
        inArray(reservation.state, RESERVATION_STATES.filter(takesRoom)),
        lt(reservation.startsAt, until),
        gt(reservation.endsAt, from),
      ),
    )
    .orderBy(asc(reservation.startsAt), asc(reservation.rsvtNumber))

/** Returns up to 200 reservations that were redeemed, the last one first. */
export const redeemedReservations = (db: Database): Promise<Reservation[]> =>
  db.select().from(reservation).where(isNotNull(reservation.usedAt)).orderBy(desc(reservation.usedAt)).limit(200)

/** Returns up to 200 reservations that wait for the place's answer or for a refund, oldest first. */
export const waitingReservations = (db: Database): Promise<Reservation[]> =>
  db
    .select()
    .from(reservation)
    .where(inArray(reservation.state, ['requested', 'cancel_asked']))
    .orderBy(asc(reservation.reservedAt))
    .limit(200)

export interface ReservationFilter {
  memberId: string
  /** Use begins in `[from, until)`, ms UTC. */
  from?: number | undefined
  until?: number | undefined
  gdsTycd?: string | undefined
  /** A further condition, joined with `and`. */
  where?: SQL | undefined
}

const wanted = ({ memberId, from, until, gdsTycd, where }: ReservationFilter) =>
  and(
    eq(reservation.memberId, memberId),
    from === undefined ? undefined : gte(reservation.startsAt, from),
    until === undefined ? undefined : lt(reservation.startsAt, until),
    gdsTycd === undefined ? undefined : eq(reservation.gdsTycd, gdsTycd),
    where,
  )

/** Returns one page, by the time of booking, newest first. */
export const pageOfReservations = (db: Database, filter: ReservationFilter, pageNum: number, pageSize: number) =>
  db
    .select()
    .from(reservation)
    .where(wanted(filter))
    .orderBy(desc(reservation.reservedAt), desc(reservation.rsvtUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the reservations that match a filter. */
export const countOf = async (db: Database, filter: ReservationFilter): Promise<number> =>
  (await db.select({ n: count() }).from(reservation).where(wanted(filter)))[0]?.n ?? 0
