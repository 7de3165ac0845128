import type { Table } from 'dexie'
import type { Stamp } from '#db/rows.ts'

const none = (key: string): Stamp => ({ key, at: null, etag: null, generation: 0 })

export const stampOf = async (stamps: Table<Stamp, string>, key: string): Promise<Stamp> =>
  (await stamps.get(key)) ?? none(key)

/**
 * Something of this part was written: a whole answer that was asked for before it is older, and is not taken. `doubt`:
 * it may itself be older than what was there.
 */
export const bump = async (stamps: Table<Stamp, string>, key: string, doubt: boolean): Promise<void> => {
  const stamp = await stampOf(stamps, key)
  await stamps.put({ ...stamp, generation: stamp.generation + 1, ...(doubt && { doubt }) })
}

/** A whole answer was written. */
export const told = async (
  stamps: Table<Stamp, string>,
  key: string,
  at: number,
  etag: string | null = null,
): Promise<void> => {
  const { generation } = await stampOf(stamps, key)
  await stamps.put({ key, at, etag, generation: generation + 1 })
}
