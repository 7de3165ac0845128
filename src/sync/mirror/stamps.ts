import type { Table } from 'dexie'
import type { Stamp } from '#db/rows.ts'

const none = (key: string): Stamp => ({ key, at: null, etag: null, generation: 0 })

/** Returns the stamp of a part or shared answer; an empty one when it was never fetched. */
export const stampOf = async (stamps: Table<Stamp, string>, key: string): Promise<Stamp> =>
  (await stamps.get(key)) ?? none(key)

/**
 * Raises the generation after a write to a part, so that a pull that asked before it drops its answer (M11). `isDoubtful`
 * marks the part as in doubt, because the write may be older than what it replaced (M14).
 */
export const markWritten = async (stamps: Table<Stamp, string>, key: string, isDoubtful: boolean): Promise<void> => {
  const stamp = await stampOf(stamps, key)
  await stamps.put({ ...stamp, generation: stamp.generation + 1, ...(isDoubtful && { doubt: isDoubtful }) })
}

/**
 * Records that a whole part was written, as of `at` (ms), in a language or with an ETag: raises the generation and
 * clears the doubt.
 */
export const recordPull = async (
  stamps: Table<Stamp, string>,
  key: string,
  at: number,
  details: Partial<Pick<Stamp, 'etag' | 'locale'>> = {},
): Promise<void> => {
  const { generation } = await stampOf(stamps, key)
  await stamps.put({ key, at, etag: null, ...details, generation: generation + 1 })
}
