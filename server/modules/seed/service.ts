import { createHash } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import * as store from './store.ts'

export { markEdited } from './store.ts'

/** One kind of seeded record, and how its rows are read and written. A row has all columns that the seed sets. */
export interface SeedKind<Row extends object> {
  /** Key of `seed_record`. */
  kind: string
  idOf: (row: Row) => string
  read: (tx: Tx) => Promise<Row[]>
  /** Inserts the rows, or overwrites those with the same id. */
  write: (tx: Tx, rows: Row[]) => Promise<void>
  /** What happens to records that left the seed: `delete` them, or `stop` their sale where orders refer to them. */
  remove: { how: 'delete' | 'stop'; run: (tx: Tx, ids: string[]) => Promise<void> }
}

/** Ids of one kind. `edited`: skipped, because an operator changed them. */
export interface SeedOutcome {
  written: string[]
  removed: string[]
  edited: string[]
}

/** Serialises with sorted keys, because the database does not keep their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
/** Hashes the content of a record. */
export const hashOf = (row: object): string => createHash('sha256').update(canonical(row)).digest('base64url')

/** Detects a change since the seed wrote the row, also one by SQL, which sets no mark. */
const isEdited = (record: store.SeedRecord | undefined, row: object | undefined): boolean => {
  if (!record) return row !== undefined
  if (record.editedAt !== null) return true
  return row !== undefined && record.hash !== '' && hashOf(row) !== record.hash
}

/**
 * Applies the seed to one kind, record by record: writes new and changed records, removes those that left the seed, and
 * skips those that an operator created or changed. The caller holds the catalogue's lock.
 */
export const applySeed = async <Row extends object>(
  tx: Tx,
  { kind, idOf, read, write, remove }: SeedKind<Row>,
  rows: Row[],
): Promise<SeedOutcome> => {
  const records = await store.recordsOf(tx, kind)
  const current = new Map((await read(tx)).map((row) => [idOf(row), row]))
  const ids = new Set(rows.map(idOf))
  const edited = [...new Set([...ids, ...records.keys()])].filter((id) => isEdited(records.get(id), current.get(id)))
  const isEditedId = new Set(edited)
  const changed = rows.filter((row) => {
    const id = idOf(row)
    return !isEditedId.has(id) && !(current.has(id) && records.get(id)?.hash === hashOf(row))
  })
  const removed = [...records.keys()].filter((id) => !ids.has(id) && !isEditedId.has(id))

  if (changed.length > 0) await write(tx, changed)
  await store.setHashes(
    tx,
    kind,
    changed.map((row) => ({ id: idOf(row), hash: hashOf(row) })),
  )
  if (removed.length > 0) await remove.run(tx, removed)
  if (remove.how === 'delete') await store.forget(tx, kind, removed)
  // A stopped record still belongs to the seed: the empty hash has it written again if it comes back.
  else
    await store.setHashes(
      tx,
      kind,
      removed.map((id) => ({ id, hash: '' })),
    )
  return { written: changed.map(idOf), removed, edited }
}
