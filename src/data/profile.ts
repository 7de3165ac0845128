import type { Profile } from '#contract/calls/mypage.ts'
import { createPartHook } from './partHook.ts'

/** Returns the member's profile; none in a locked session (S5). */
export const useProfile = createPartHook<'profile', { data: Profile | undefined }>('profile', {
  none: { data: undefined },
  tables: () => [],
  read: async (db) => ({ data: await db.read('profile') }),
  fromMemory: (data) => ({ data }),
})
