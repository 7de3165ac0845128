import type { Use } from '#contract/calls/admission.ts'
import { partHook, type Aged } from './part.ts'

const useUses = partHook<'history', { list: Use[] }>('history', {
  none: { list: [] },
  tables: (db) => [db.history],
  read: async (db) => ({ list: (await db.history.toArray()).toSorted((a, b) => b.at - a.at) }),
  told: (list) => ({ list }),
  shownLocked: true,
})

/** Returns the uses of all passes, or of one, newest first. */
export const useHistory = (passUid?: string): { list: Use[] } & Aged => {
  const { list, ...aged } = useUses()
  return { ...aged, list: passUid === undefined ? list : list.filter((use) => use.passUid === passUid) }
}
