import { liveQuery } from 'dexie'
import type { MemberDb } from '#db/member.ts'
import type { SessionPointer } from '#db/names.ts'
import { projectPasses } from '../mirror/projectPasses.ts'
import { firstOf, SHOWN_KEY, type Shown } from '#db/shown.ts'

/** Keeps what the start-up script shows in step with the databases. */
export interface ShownPass {
  /** Whose passes are shown from now on; undefined: nobody's, at once. */
  point: (pointer: SessionPointer | undefined) => void
  /** Follows the passes of that member; answers how to stop. */
  follow: (db: MemberDb) => () => void
}

/** `local`: null where the browser refuses storage; a full one goes without. */
export const createShown = (local: Storage | null): ShownPass => {
  const write = (shown: Shown | undefined) => {
    try {
      if (shown) local?.setItem(SHOWN_KEY, JSON.stringify(shown))
      else local?.removeItem(SHOWN_KEY)
    } catch {
      // An old code must not stay where a new one did not fit.
      local?.removeItem(SHOWN_KEY)
    }
  }
  const read = (): Shown | undefined => {
    try {
      return (JSON.parse(local?.getItem(SHOWN_KEY) ?? 'null') as Shown | null) ?? undefined
    } catch {
      return undefined
    }
  }
  return {
    point: (pointer) => {
      if (!pointer) return write(undefined)
      const { dbName, keep } = pointer
      const before = read()
      if (before?.dbName !== dbName || before.keep !== keep) write({ dbName, keep })
    },
    follow: (db) => {
      const look = () =>
        db.transaction('r', [db.passes, db.gifts, db.outbox], async () => {
          const rows = await db.passes.toArray()
          const shown = projectPasses(rows, await db.gifts.toArray(), await db.outbox.orderBy('seq').toArray(), 0)
          return { rows, given: new Set(shown.flatMap(({ passUid, gift }) => (gift === null ? [] : [passUid]))) }
        })
      const following = liveQuery(look).subscribe({
        next: ({ rows, given }) => {
          const shown = read()
          if (shown?.dbName === db.name) write({ ...shown, first: firstOf(rows, given) })
        },
        // Signed out, or the storage was emptied: whoever comes next points anew.
        error: () => undefined,
      })
      return () => following.unsubscribe()
    },
  }
}
