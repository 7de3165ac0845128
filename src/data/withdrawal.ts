import type { Data } from '#contract/calls/call.ts'
import { signOut as signOutCall, signOutCode, signOutInfo } from '#contract/calls/profile.ts'
import { forgetDrafts } from './drafts.ts'
import { outcome, type Outcome } from './outcome.ts'
import { REMEMBERED_ID_KEY } from './session.ts'
import { withRuntime } from './withRuntime.ts'

/** Deleting the account (spec 2.65, 4.58). Needs the server throughout: what it costs must be what is true now. */

export type WithdrawalInfo = Data<typeof signOutInfo>

/** Fetches what deleting the account loses, and what blocks it. */
export const fetchWithdrawalInfo = (): Promise<Outcome<WithdrawalInfo>> =>
  withRuntime(async ({ api }) => outcome(await api.call(signOutInfo, {})))

/** Mails a member without a password the code that deletes the account. `E_CERT_WAIT`, `E_THROTTLED`. */
export const mailWithdrawalCode = (): Promise<Outcome<Data<typeof signOutCode>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(signOutCode, {})))

export interface Withdrawal {
  password?: string
  code?: string
  /** The member agrees to lose the passes and reservations that were listed. */
  loses: boolean
}

/**
 * Deletes the account, and then everything that this phone stores of it: mirror, outbox, drafts, and the remembered
 * address. Refusals: those of `my-page/sign-out`; nothing is deleted here without the server's success.
 */
export const deleteAccount = ({ password, code, loses }: Withdrawal): Promise<Outcome<{ erasedBy: number }>> =>
  withRuntime(async ({ api, session, platform }) => {
    const body = {
      agreeYn: 'Y' as const,
      ...(password !== undefined && { password }),
      ...(code !== undefined && { code }),
      ...(loses && { loseYn: 'Y' as const }),
    }
    const answer = await api.call(signOutCall, { body })
    if (!answer.ok) return outcome(answer)
    platform.local?.removeItem(REMEMBERED_ID_KEY)
    await session.signOut(false)
    forgetDrafts()
    return answer
  })
