import { login } from '#contract/calls/account.ts'
import { endOthers } from '#contract/calls/session.ts'
import { forgetDrafts } from './drafts.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { REMEMBERED_ID_KEY } from './session.ts'
import { withRuntime } from './withRuntime.ts'

export interface SignIn {
  id: string
  password: string
  /** “Keep me signed in”. */
  keep: boolean
  rememberId: boolean
}
export interface SignOut {
  /**
   * What happens to the outbox (S7): `send` it first (`OFFLINE` when that fails, `E_TOKEN` when the session is locked),
   * `keep` it for the account (default), or `discard` it.
   */
  keepQueue?: 'send' | 'keep' | 'discard'
}

export interface SignedIn {
  /** After a temporary password, a token only for choosing a new one, and nobody is signed in; else null. */
  recoveryToken: string | null
}

/** Signs in, and stores the email address if asked to. Needs the server. */
export const signIn = ({ id, password, keep, rememberId }: SignIn): Promise<Outcome<SignedIn>> =>
  withRuntime(async ({ api, session, platform }) => {
    const answer = await api.call(login, { body: { id, password, autoLgnYn: keep ? 'Y' : 'N' } })
    if (!answer.ok) return outcome(answer)
    if (answer.data.mustChangeYn === 'Y') return { ok: true, data: { recoveryToken: answer.data.accessToken } }
    if (rememberId) platform.local?.setItem(REMEMBERED_ID_KEY, id)
    else platform.local?.removeItem(REMEMBERED_ID_KEY)
    await session.signIn(answer.data)
    if (keep) platform.askToPersist()
    return { ok: true, data: { recoveryToken: null } }
  })

/**
 * Signs out at once, offline too unless `keepQueue` is `send`, and deletes all drafts; the report to the server is
 * queued (S6, O45). Resolves with `STORAGE` when the storage fails.
 */
export const signOut = async ({ keepQueue = 'keep' }: SignOut = {}): Promise<Outcome<null>> => {
  const runtime = await loadRuntime()
  const session = runtime.session.state.get()
  const home = 'home' in session ? session.home : null
  if (keepQueue === 'send') {
    await runtime.memberOutbox()?.flush()
    if (((await home?.db.outbox.count()) ?? 0) > 0) {
      return failedOutcome(runtime.session.state.get().state === 'member' ? 'OFFLINE' : 'E_TOKEN')
    }
  }
  try {
    await runtime.session.signOut(keepQueue === 'keep')
  } catch (error) {
    runtime.platform.report(error)
    return failedOutcome('STORAGE')
  }
  forgetDrafts()
  runtime.guestOutbox()?.wake()
  return { ok: true, data: null }
}

/** Signs out all other devices of the member, and takes the passes off them. Needs the server. */
export const signOutOthers = (): Promise<Outcome<null>> =>
  withRuntime(async ({ api, session, pulls }) => {
    const state = session.state.get()
    const device = 'home' in state ? await state.home?.db.read('device') : undefined
    const answer = await api.call(endOthers, { body: device ? { deviceUid: device.deviceUid } : {} })
    if (!answer.ok) return outcome(answer)
    await pulls.pull('passes', true)
    return { ok: true, data: null }
  })
