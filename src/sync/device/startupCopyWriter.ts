import { liveQuery, type Subscription } from 'dexie'
import type { MemberDb } from '#db/member.ts'
import type { DrawnRow, PassRow, SessionPointer } from '#db/names.ts'
import { projectPasses } from '../mirror/projectPasses.ts'
import { firstPassOf, startupPassOf, STARTUP_COPY_KEY, type StartupCopy } from '#db/startupCopy.ts'

/** Maintains the copy in local storage that the start-up script shows (L13, L14). */
export interface StartupCopyWriter {
  /** Sets the member whose passes are shown; undefined deletes the copy at once. */
  showMember: (pointer: SessionPointer | undefined) => void
  /** Updates the copy at each change of that member's passes and codes; returns a function that stops it. */
  follow: (db: MemberDb) => () => void
}

/** Creates the writer of that copy. No-op without `local`; a full local storage gets no copy. */
export const createStartupCopyWriter = (local: Storage | null): StartupCopyWriter => {
  const write = (copy: StartupCopy | undefined) => {
    try {
      if (copy) local?.setItem(STARTUP_COPY_KEY, JSON.stringify(copy))
      else local?.removeItem(STARTUP_COPY_KEY)
    } catch {
      // When the new code does not fit, the old one must not stay.
      local?.removeItem(STARTUP_COPY_KEY)
    }
  }
  const read = (): StartupCopy | undefined => {
    try {
      return (JSON.parse(local?.getItem(STARTUP_COPY_KEY) ?? 'null') as StartupCopy | null) ?? undefined
    } catch {
      return undefined
    }
  }
  return {
    showMember: (pointer) => {
      if (!pointer) return write(undefined)
      const { dbName, keep } = pointer
      const before = read()
      if (before?.dbName !== dbName || before.keep !== keep) write({ dbName, keep })
    },
    follow: (db) => {
      const readFirst = () =>
        db.transaction('r', [db.passes, db.gifts, db.outbox], async () => {
          const rows = await db.passes.toArray()
          const projected = projectPasses(rows, await db.gifts.toArray(), await db.outbox.orderBy('seq').toArray(), 0)
          const giftUids = projected.flatMap(({ passUid, gift }) => (gift === null ? [] : [passUid]))
          return { first: firstPassOf(rows, new Set(giftUids)), total: rows.length }
        })
      const update = ({ first, total }: { first: PassRow | null; total: number }, drawn?: DrawnRow) => {
        const copy = read()
        if (copy?.dbName === db.name) write({ ...copy, first: startupPassOf(first, drawn, total) })
      }
      // Signed out, or the storage was emptied: the next session calls `showMember`.
      const error = () => undefined
      let codes: Subscription | undefined
      // Two queries, so that a drawn code does not read the passes again.
      const passes = liveQuery(readFirst).subscribe({
        next: (row) => {
          codes?.unsubscribe()
          const { first } = row
          if (!first) return update(row)
          codes = liveQuery(() => db.drawn.get(first.passUid)).subscribe({ next: (drawn) => update(row, drawn), error })
        },
        error,
      })
      return () => {
        passes.unsubscribe()
        codes?.unsubscribe()
      }
    },
  }
}
