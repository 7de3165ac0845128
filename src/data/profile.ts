import type { Profile } from '#contract/calls/mypage.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import { homeOf, createPartRefresh, ownerKey, partInMemory, statusOf } from './member.ts'
import type { Status } from './outcome.ts'
import { createView, useRefreshed, useView } from './view.ts'

export interface ProfileView {
  status: Status
  data: Profile | undefined
  at: number | null
}

const view = createView<{ data: Profile | undefined; at: number | null }, ProfileView>({
  initial: { status: 'loading', data: undefined, at: null },
  query: (runtime) => {
    const home = homeOf(runtime)
    if (!home) return null
    const { db } = home
    const read = () =>
      db.transaction('r', [db.kept, db.stamps], async () => ({
        data: await db.read('profile'),
        at: (await stampOf(db.stamps, 'profile')).at,
      }))
    return { key: home.key, read }
  },
  shape: (row, runtime) => {
    const answer = row?.data ? row : partInMemory<Profile>(runtime, 'profile')
    const at = answer?.at ?? null
    // A locked session shows no profile (S5).
    const data = runtime.session.state.get().state === 'member' ? answer?.data : undefined
    return { status: statusOf(runtime, 'profile', at), data, at }
  },
})
const refreshInBackground = createPartRefresh('profile')

/** Returns the member's profile; refreshes it in the background. */
export const useProfile = (): ProfileView => {
  useRefreshed(refreshInBackground, ownerKey())
  return useView(view)
}
