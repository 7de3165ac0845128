import type { UserInfo } from '#contract/calls/account.ts'
import { createTokens, documentJar } from '#api/tokens.ts'
import type { SessionState } from '#sync/session.ts'
import { runtime, loadRuntime } from './runtime.ts'
import { createRuntimeView, useView } from './view.ts'

export interface SessionView {
  /** `locked`: passes and favourites stay visible, names and inquiries do not (S4, S5). */
  state: 'anonymous' | 'member' | 'locked'
  user: UserInfo | null
}
/** Key in local storage of the remembered email address. */
export const REMEMBERED_ID_KEY = 'hp-remembered-id'
const ANONYMOUS: SessionView = { state: 'anonymous', user: null }
const LOCKED: SessionView = { state: 'locked', user: null }
/** Assumed until storage is read, when there is a refresh token. */
const EXPECTED: SessionView = { state: 'member', user: null }
const tokens = createTokens(documentJar())
const views = new WeakMap<SessionState, SessionView>()

const expected = (): SessionView => (tokens.refreshToken() === null ? ANONYMOUS : EXPECTED)
const viewOf = (current: SessionState): SessionView => {
  if (current.state === 'anonymous') return ANONYMOUS
  if (current.state === 'locked') return LOCKED
  if (current.state === 'starting') return expected()
  const view = views.get(current) ?? { state: 'member', user: 'user' in current ? current.user : null }
  views.set(current, view)
  return view
}
const view = createRuntimeView(
  ANONYMOUS,
  (runtime) => (runtime ? viewOf(runtime.session.state.get()) : expected()),
  ({ session }) => session.state,
)

/** Returns the session. `user` is null until storage was read, for guests, and while the session is locked. */
export const useSession = (): SessionView => useView(view)

/** Resolves with the session once storage was read; route guards await it. */
export const sessionReady = async (): Promise<SessionView> => {
  await loadRuntime()
  return view.get()
}

/** Returns the email address that “remember my ID” stored, or ''. */
export const rememberedId = (): string => runtime()?.platform.local?.getItem(REMEMBERED_ID_KEY) ?? ''
