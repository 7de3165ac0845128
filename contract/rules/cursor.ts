import { SYNC_PARTS, type PartChange, type SyncPart } from '../calls/sync.ts'

/** The cursor of the mirror: a version, and a mark of each part in the order of `SYNC_PARTS`. */

/** Raise it when marks are computed in another way. */
const VERSION = '1'

/** Returns the cursor of these marks. */
export const cursorOf = (marks: Readonly<Record<SyncPart, string>>): string =>
  [VERSION, ...SYNC_PARTS.map((syncPart) => marks[syncPart])].join('.')

/** Returns the marks of a cursor; null for one of another version or with other parts. */
export const marksOf = (cursor: string): Record<SyncPart, string> | null => {
  const [version, ...marks] = cursor.split('.')
  if (version !== VERSION || marks.length !== SYNC_PARTS.length) return null
  return Object.fromEntries(SYNC_PARTS.map((syncPart, nth) => [syncPart, marks[nth] ?? ''])) as Record<SyncPart, string>
}

/**
 * Returns the cursor with the part's mark from after a write, so that the part is not fetched again (M26); null when
 * the cursor cannot be read or its mark is not the one from before the write.
 */
export const movedCursor = (cursor: string, { part: syncPart, before, after }: PartChange): string | null => {
  const marks = marksOf(cursor)
  return marks?.[syncPart] === before ? cursorOf({ ...marks, [syncPart]: after }) : null
}

/**
 * Returns the cursor with one part's mark from `newer`, so that the other parts are still found as changed since `cursor`
 * (M27); null when one of the two cannot be read.
 */
export const withMarkOf = (cursor: string, newer: string, syncPart: SyncPart): string | null => {
  const marks = marksOf(cursor)
  const newerMarks = marksOf(newer)
  return marks && newerMarks && cursorOf({ ...marks, [syncPart]: newerMarks[syncPart] })
}
