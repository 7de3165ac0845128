import { login } from '#contract/calls/account.ts'
import { forgetDrafts } from './drafts.ts'
import { no, outcome, type Outcome } from './outcome.ts'
import { started } from './phone.ts'
import { REMEMBERED } from './session.ts'
import { withRuntime } from './withRuntime.ts'

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

export interface SignedIn {
  /** Set after a temporary password: good for choosing a new password alone, and nobody is signed in. */
  recoveryToken: string | null
}

export const signIn = ({ id, password, keep, rememberId }: SignIn): Promise<Outcome<SignedIn>> =>
  withRuntime(async ({ api, session, platform }) => {
    const answer = await api.call(login, { body: { id, password, autoLgnYn: keep ? 'Y' : 'N' } })
    if (!answer.ok) return outcome(answer)
    if (answer.data.mustChangeYn === 'Y') return { ok: true, data: { recoveryToken: answer.data.accessToken } }
    if (rememberId) platform.local?.setItem(REMEMBERED, id)
    else platform.local?.removeItem(REMEMBERED)
    await session.adopt(answer.data)
    if (keep) platform.askToPersist()
    return { ok: true, data: { recoveryToken: null } }
  })

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
