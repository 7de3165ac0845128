import { useSyncExternalStore } from 'react'
import type { UserInfo } from '#contract/calls/account.ts'
import { createTokens, documentJar } from '#api/tokens.ts'
import type { Here } from '#sync/session.ts'
import { onPhone, phone, started } from './phone.ts'

export interface SessionView {
  /** `locked`: passes and favourites stay visible, names and inquiries do not (S4, S5). */
  state: 'anonymous' | 'member' | 'locked'
  user: UserInfo | null
}
/** Key in local storage of the remembered email address. */
export const REMEMBERED = 'hp-remembered-id'
const ANONYMOUS: SessionView = { state: 'anonymous', user: null }
const LOCKED: SessionView = { state: 'locked', user: null }
/** Assumed until storage is read, when there is a refresh token. */
const EXPECTED: SessionView = { state: 'member', user: null }
const tokens = createTokens(documentJar())
const views = new WeakMap<Here, SessionView>()

const expected = (): SessionView => (tokens.refresh() === null ? ANONYMOUS : EXPECTED)
const viewOf = (here: Here): SessionView => {
  if (here.state === 'anonymous') return ANONYMOUS
  if (here.state === 'locked') return LOCKED
  if (here.state === 'starting') return expected()
  const view = views.get(here) ?? { state: 'member', user: 'user' in here ? here.user : null }
  views.set(here, view)
  return view
}
const get = () => {
  const here = phone()
  return here ? viewOf(here.session.here.get()) : expected()
}
const subscribe = (listener: () => void) =>
  onPhone(({ session }) => {
    listener()
    return session.here.subscribe(listener)
  })

/** Returns the session. */
export const useSession = (): SessionView => useSyncExternalStore(subscribe, get, () => ANONYMOUS)

/** Resolves with the session once storage was read; route guards await it. */
export const sessionReady = async (): Promise<SessionView> => {
  await started()
  return get()
}

/** Returns the email address that “remember my ID” stored, or ''. */
export const rememberedId = (): string => phone()?.platform.local?.getItem(REMEMBERED) ?? ''
