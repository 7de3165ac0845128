import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

/** Rows that the stock of an option is split into: that many buyers can take at once before they wait for locks. */
const SLICES = 16

/** `counted`: without stock rows the option is sold out instead of unlimited (cards). */
interface Counting {
  counted: boolean
}

/** Returns whether fewer than `units` are left. Only a hint while pricing: `takeStock` decides. */
export const isShort = async (
  db: Database | Tx,
  gdsDtlUid: string,
  units: number,
  { counted }: Counting = { counted: false },
): Promise<boolean> => {
  const stockUnits = await store.unitsLeft(db, gdsDtlUid)
  return stockUnits === null ? counted : stockUnits < units
}

/** Returns the units left of an option; null when its stock is not tracked. */
export const stockOf = (db: Database | Tx, gdsDtlUid: string): Promise<number | null> => store.unitsLeft(db, gdsDtlUid)

/** Returns the options with tracked stock, and those that are sold out. `mark` changes when either set does. */
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
 * Takes units for an order, in the transaction that writes it: first from any slice that is not locked, then, when no
 * slice has enough, from all slices under their locks. Never oversells under concurrency. No-op for an option without
 * tracked stock that is not `counted`. Throws `E_SOLD_OUT`.
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
  for (const { slice, units: available } of await store.lockSlices(tx, gdsDtlUid)) {
    const sliceUnits = Math.min(missing, available)
    if (sliceUnits === 0) break
    taken.push({ slice, units: sliceUnits })
    missing -= sliceUnits
  }
  if (missing > 0) {
    // The operator stopped tracking its stock after the order was priced.
    if (!counted && (await store.unitsLeft(tx, gdsDtlUid)) === null) return
    throw new Refusal('E_SOLD_OUT')
  }
  for (const { slice, units: sliceUnits } of taken) await store.change(tx, gdsDtlUid, { slice, units: -sliceUnits })
  await store.note(tx, ordUid, gdsDtlUid, taken)
}

/**
 * Puts units of an order back on sale: all that it still holds, or at most `units` of them. Without `units` it is
 * idempotent.
 */
export const returnStock = async (tx: Tx, ordUid: string, units = Number.MAX_SAFE_INTEGER): Promise<void> => {
  let open = units
  for (const { gdsDtlUid, slice, units: held } of await store.lockTaken(tx, ordUid)) {
    const sliceUnits = Math.min(open, held)
    if (sliceUnits === 0) continue
    open -= sliceUnits
    await store.forget(tx, ordUid, { slice, units: sliceUnits })
    await store.change(tx, gdsDtlUid, { slice, units: sliceUnits })
  }
}

/**
 * Sets the units on sale of an option. Units that orders hold are beside them, and `returnStock` adds those to what was
 * set; to end a sale, take the option off sale. Null: its stock is not tracked, so it is unlimited or, for a card, sold
 * out.
 */
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
