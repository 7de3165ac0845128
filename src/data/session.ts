import type { UserInfo } from '#contract/calls/account.ts'
import type { Outcome } from './outcome.ts'

export interface SessionView {
  /** `locked`: lapsed; passes and favourites stay visible, names and inquiries do not. */
  state: 'anonymous' | 'member' | 'locked'
  user: UserInfo | null
}
export interface SignIn {
  id: string
  password: string
  /** Keep me signed in. */
  keep: boolean
  rememberId: boolean
}
export interface SignOut {
  /** What happens to actions that wait: `send` first (refused with `OFFLINE` when that fails), `keep` for this account (default), `discard`. */
  keepQueue?: 'send' | 'keep' | 'discard'
}

export const useSession = (): SessionView => ({ state: 'anonymous', user: null })
/** True once the session of this phone has been read (a few ms after the start): guards wait for it. */
export const sessionReady = async (): Promise<SessionView> => ({ state: 'anonymous', user: null })
export const signIn = async (_form: SignIn): Promise<Outcome<UserInfo>> => ({ ok: false, code: 'OFFLINE' })
export const signOut = async (_options?: SignOut): Promise<Outcome<null>> => ({ ok: true, data: null })
/** The email address that "remember my ID" kept, or ''. */
export const rememberedId = (): string => ''
