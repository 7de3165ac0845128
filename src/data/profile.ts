import type { Profile } from '#contract/calls/mypage.ts'
import type { Status } from './outcome.ts'

export const useProfile = (): { status: Status; data: Profile | undefined; at: number | null } => ({
  status: 'loading',
  data: undefined,
  at: null,
})
