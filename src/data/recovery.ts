import type { In } from '#contract/calls/call.ts'
import { changePassword, findId as findIdCall, findPassword } from '#contract/calls/recovery.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** Requests a temporary password by mail. The answer does not tell whether the address has an account. */
export const requestTemporaryPassword = (email: string): Promise<Outcome<{ minutes: number }>> =>
  withRuntime(async ({ api }) => outcome(await api.call(findPassword, { query: { email } })))

/**
 * Returns the masked addresses of the accounts that match all four details, newest first (spec 4.44). `E_NO_MEMBER`
 * without a match, `E_PHONE` for an invalid number, `E_THROTTLED`.
 */
export const findId = (details: In<typeof findIdCall, 'query'>): Promise<Outcome<string[]>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(findIdCall, { query: details }))
    return answer.ok ? { ok: true, data: answer.data.list.map(({ id }) => id) } : answer
  })

interface NewPassword {
  /** Access token of the session that the temporary password opened. */
  token: string
  password: string
  /** “Keep me signed in”. */
  keep: boolean
}

/** Sets the new password and signs in. `E_SESSION`: the temporary session is over. */
export const setNewPassword = ({ token, password, keep }: NewPassword): Promise<Outcome<null>> =>
  withRuntime(async ({ api, session, platform }) => {
    const body = { accessToken: token, password, autoLgnYn: keep ? ('Y' as const) : ('N' as const) }
    const answer = await api.call(changePassword, { body })
    if (!answer.ok) return outcome(answer)
    await session.signIn(answer.data)
    if (keep) platform.askToPersist()
    return { ok: true, data: null }
  })
