import type { Use } from '#contract/calls/admission.ts'
import { createPartHook, type PartStatus } from './partHook.ts'

const useUses = createPartHook<'history', { list: Use[] }>('history', {
  none: { list: [] },
  tables: (db) => [db.history],
  read: async (db) => ({ list: (await db.history.toArray()).toSorted((a, b) => b.at - a.at) }),
  fromMemory: (list) => ({ list }),
  shownLocked: true,
})

/** Returns the uses of all passes, or of one, newest first. */
export const useHistory = (passUid?: string): { list: Use[] } & PartStatus => {
  const { list, ...aged } = useUses()
  return { ...aged, list: passUid === undefined ? list : list.filter((use) => use.passUid === passUid) }
}
