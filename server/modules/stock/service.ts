import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

/** Over how many rows the stock of an option is spread: more buyers than that at one moment wait for each other. */
const SLICES = 16

/** `counted`: there are only as many as the stock holds, and without stock there are none (cards). */
interface Counting {
  counted: boolean
}

/** Is there not enough left? Asked before a price is held; what counts is `takeStock`. */
export const isShort = async (
  db: Database | Tx,
  gdsDtlUid: string,
  units: number,
  { counted }: Counting = { counted: false },
): Promise<boolean> => {
  const stockUnits = await store.left(db, gdsDtlUid)
  return stockUnits === null ? counted : stockUnits < units
}

/** Units left of an option; null when it has no stock of its own. */
export const stockOf = (db: Database | Tx, gdsDtlUid: string): Promise<number | null> => store.left(db, gdsDtlUid)

/** Options with stock, and those of which nothing is left. `mark` changes with either. */
export const stockState = async (
  db: Database,
): Promise<{ counted: ReadonlySet<string>; soldOut: ReadonlySet<string>; mark: string }> => {
  const leftByOption = [...(await store.leftByOption(db))].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const soldOut = leftByOption.flatMap(([option, units]) => (units === 0 ? [option] : []))
  return {
    counted: new Set(leftByOption.map(([option]) => option)),
    soldOut: new Set(soldOut),
    mark: leftByOption.map(([option, units]) => (units === 0 ? `${option}=0` : option)).join(' '),
  }
}

/**
 * Takes units for an order, in the transaction that writes it: first from any slice that nobody holds, then, when none
 * has them all, from all slices under their locks. Never oversells under concurrency. No-op for an option without stock
 * that is not `counted`. Throws `E_SOLD_OUT`.
 */
export const takeStock = async (
  tx: Tx,
  { ordUid, gdsDtlUid, units, counted }: { ordUid: string; gdsDtlUid: string; units: number } & Counting,
): Promise<void> => {
  const one = await store.takeFromOne(tx, gdsDtlUid, units)
  if (one !== undefined) {
    await store.note(tx, ordUid, gdsDtlUid, [{ slice: one, units }])
    return
  }
  const taken: store.Slice[] = []
  let missing = units
  for (const { slice, units: there } of await store.lockSlices(tx, gdsDtlUid)) {
    const part = Math.min(missing, there)
    if (part === 0) break
    taken.push({ slice, units: part })
    missing -= part
  }
  if (missing > 0) {
    // Its stock was removed since the buyer's price was read.
    if (!counted && (await store.left(tx, gdsDtlUid)) === null) return
    throw new Refusal('E_SOLD_OUT')
  }
  for (const { slice, units: part } of taken) await store.change(tx, gdsDtlUid, { slice, units: -part })
  await store.note(tx, ordUid, gdsDtlUid, taken)
}

/**
 * Puts an order's units back on sale: all that it still holds, or `units` of them. Of a closed order, said again, it
 * changes nothing.
 */
export const returnStock = async (tx: Tx, ordUid: string, units = Number.MAX_SAFE_INTEGER): Promise<void> => {
  let open = units
  for (const { gdsDtlUid, slice, units: held } of await store.lockTaken(tx, ordUid)) {
    const part = Math.min(open, held)
    if (part === 0) continue
    open -= part
    await store.forget(tx, ordUid, { slice, units: part })
    await store.change(tx, gdsDtlUid, { slice, units: part })
  }
}

/** Sets what is on sale of an option from now on; null: as many as asked, of cards none. */
export const setStock = (tx: Tx, gdsDtlUid: string, units: number | null): Promise<void> =>
  store.replace(
    tx,
    gdsDtlUid,
    units === null
      ? []
      : Array.from({ length: SLICES }, (_, slice) => ({
          slice,
          units: Math.floor(units / SLICES) + (slice < units % SLICES ? 1 : 0),
        })),
  )
