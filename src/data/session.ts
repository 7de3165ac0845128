import { useSyncExternalStore } from 'react'
import { login, type UserInfo } from '#contract/calls/account.ts'
import type { Here } from '#sync/session.ts'
import { no, outcome, type Outcome } from './outcome.ts'
import { forgetDrafts } from './drafts.ts'
import { phone, started } from './phone.ts'

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

const REMEMBERED = 'hp-remembered-id'
const ANONYMOUS: SessionView = { state: 'anonymous', user: null }
const LOCKED: SessionView = { state: 'locked', user: null }
/** Until storage is read, the cookies tell. */
const EXPECTED: SessionView = { state: 'member', user: null }
const views = new WeakMap<Here, SessionView>()

const viewOf = (here: Here): SessionView => {
  if (here.state === 'anonymous') return ANONYMOUS
  if (here.state === 'locked') return LOCKED
  if (here.state === 'starting') return phone().tokens.refresh() === null ? ANONYMOUS : EXPECTED
  const view = views.get(here) ?? { state: 'member', user: 'user' in here ? here.user : null }
  views.set(here, view)
  return view
}
const get = () => viewOf(phone().session.here.get())
const subscribe = (listener: () => void) => phone().session.here.subscribe(listener)

export const useSession = (): SessionView => useSyncExternalStore(subscribe, get, () => ANONYMOUS)

/** The session, once this phone's storage has been read: guards wait for it. */
export const sessionReady = async (): Promise<SessionView> => {
  await started()
  return get()
}

export const signIn = async ({ id, password, keep, rememberId }: SignIn): Promise<Outcome<UserInfo>> => {
  const { api, session, platform } = await started()
  const answer = await api.call(login, { body: { id, password, autoLgnYn: keep ? 'Y' : 'N' } })
  if (!answer.ok) return outcome(answer)
  if (rememberId) platform.local?.setItem(REMEMBERED, id)
  else platform.local?.removeItem(REMEMBERED)
  await session.adopt(answer.data)
  if (keep) platform.askToPersist()
  return { ok: true, data: answer.data.userInfo }
}

/** Signs out here at once, also offline; the server is told as soon as it can be. */
export const signOut = async ({ keepQueue = 'keep' }: SignOut = {}): Promise<Outcome<null>> => {
  const here = await started()
  const now = here.session.here.get()
  const home = 'home' in now ? now.home : null
  if (keepQueue === 'send') {
    await here.memberOutbox()?.flush()
    if (((await home?.db.outbox.count()) ?? 0) > 0) return no('OFFLINE')
  }
  await here.session.leave(keepQueue === 'keep')
  forgetDrafts()
  here.guestOutbox()?.wake()
  return { ok: true, data: null }
}

/** The email address that "remember my ID" kept, or ''. */
export const rememberedId = (): string => phone().platform.local?.getItem(REMEMBERED) ?? ''
