import type { Use } from '#contract/calls/admission.ts'
import { createPartHook } from './partHook.ts'

/** Returns the uses of all passes, newest first. */
export const useHistory = createPartHook<'history', { list: Use[] }>('history', {
  none: { list: [] },
  tables: (db) => [db.history],
  read: async (db) => ({ list: (await db.history.toArray()).toSorted((a, b) => b.at - a.at) }),
  fromMemory: (list) => ({ list }),
  shownLocked: true,
})
