import { and, asc, eq, gt, gte, sql, sum } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { stock, stockTaken } from '#server/db/schema/stock.ts'

/**
 * One of the rows over which the stock of an option is split, so that buyers do not wait for one row lock, with its
 * units.
 */
export type Slice = Pick<typeof stock.$inferSelect, 'slice' | 'units'>

/** Returns the units left by option, without options whose stock is not tracked. */
export const leftByOption = async (db: Database | Tx): Promise<Map<string, number>> => {
  const rows = await db
    .select({ gdsDtlUid: stock.gdsDtlUid, units: sum(stock.units).mapWith(Number) })
    .from(stock)
    .groupBy(stock.gdsDtlUid)
  return new Map(rows.map(({ gdsDtlUid, units }) => [gdsDtlUid, units]))
}

const sumOf = prepared('stock_left', (db, at: Placeholders<{ gdsDtlUid: string }>) =>
  db
    .select({ units: sum(stock.units).mapWith(Number) })
    .from(stock)
    .where(eq(stock.gdsDtlUid, at.gdsDtlUid)),
)
/** Returns the units left; null for an option whose stock is not tracked. */
export const unitsLeft = async (db: Database | Tx, gdsDtlUid: string): Promise<number | null> =>
  (await sumOf(db, { gdsDtlUid }))[0]?.units ?? null

/**
 * Takes `units` from a slice that has enough and is not locked. Returns the number of the slice; undefined when there
 * is none.
 */
export const takeFromOne = async (tx: Tx, gdsDtlUid: string, units: number): Promise<number | undefined> => {
  const free = tx
    .select({ slice: stock.slice })
    .from(stock)
    .where(and(eq(stock.gdsDtlUid, gdsDtlUid), gte(stock.units, units)))
    .orderBy(sql`random()`)
    .limit(1)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(stock)
    .set({ units: sql`${stock.units} - ${units}` })
    .where(and(eq(stock.gdsDtlUid, gdsDtlUid), eq(stock.slice, free), gte(stock.units, units)))
    .returning({ slice: stock.slice })
  return rows[0]?.slice
}

/**
 * Returns the slices with units and locks them until the transaction ends, always in one order, which avoids deadlocks.
 */
export const lockSlices = (tx: Tx, gdsDtlUid: string): Promise<Slice[]> =>
  tx
    .select({ slice: stock.slice, units: stock.units })
    .from(stock)
    .where(and(eq(stock.gdsDtlUid, gdsDtlUid), gt(stock.units, 0)))
    .orderBy(asc(stock.slice))
    .for('update')

/** Adds `units` to a slice; negative ones are taken. */
export const change = async (tx: Tx, gdsDtlUid: string, { slice, units }: Slice): Promise<void> => {
  await tx
    .update(stock)
    .set({ units: sql`${stock.units} + ${units}` })
    .where(and(eq(stock.gdsDtlUid, gdsDtlUid), eq(stock.slice, slice)))
}

/** Records which slices an order took its units from. */
export const note = async (tx: Tx, ordUid: string, gdsDtlUid: string, taken: Slice[]): Promise<void> => {
  await tx.insert(stockTaken).values(taken.map((slice) => ({ ordUid, gdsDtlUid, ...slice })))
}

/** Returns what an order holds of the stock, in order of the slices, and locks the rows until the transaction ends. */
export const lockTaken = (tx: Tx, ordUid: string) =>
  tx.select().from(stockTaken).where(eq(stockTaken.ordUid, ordUid)).orderBy(asc(stockTaken.slice)).for('update')

/** Subtracts units from what an order holds of a slice. */
export const forget = async (tx: Tx, ordUid: string, { slice, units }: Slice): Promise<void> => {
  await tx
    .update(stockTaken)
    .set({ units: sql`${stockTaken.units} - ${units}` })
    .where(and(eq(stockTaken.ordUid, ordUid), eq(stockTaken.slice, slice)))
}

/** Replaces the stock of an option by these slices; without any its stock is not tracked. */
export const replace = async (tx: Tx, gdsDtlUid: string, slices: Slice[]): Promise<void> => {
  await tx.delete(stock).where(eq(stock.gdsDtlUid, gdsDtlUid))
  if (slices.length > 0) await tx.insert(stock).values(slices.map((slice) => ({ gdsDtlUid, ...slice })))
}
