import type { Session } from '#contract/calls/account.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { failedAnswer, type Answer, type Failure } from './failure.ts'
import type { TokenPair, Tokens } from './tokens.ts'

const LOCK = 'hp-refresh'
const REFUSALS = new Set(['E_SESSION', 'E_INPUT'])

export interface RenewalDeps {
  tokens: Tokens
  locks: LockManager | undefined
  /** Makes the call that renews the tokens. */
  update: (pair: TokenPair) => Promise<Answer<Session>>
  /** Stores the renewed session; resolves false when the member has signed out since (S10). */
  accept: (session: Session) => Promise<boolean>
  /** Called when the server has refused the refresh token: locks the session (S4). */
  onRefused: (refreshToken: string) => Promise<void>
}

export interface Renewal {
  /**
   * Resolves with an access token other than `spent`, which the server has refused; null: any stored one will do. All
   * tabs share one request (S2); a network failure ends no session (S3).
   */
  renew: (spent: string | null) => Promise<{ ok: true; token: string } | { ok: false; failure: Failure }>
}

/** Creates the renewal of tokens (S2, S3, S4, S10). */
export const createRenewal = ({ tokens, locks, update, accept, onRefused }: RenewalDeps): Renewal => {
  let running: ReturnType<Renewal['renew']> | null = null

  const once = async (spent: string | null): ReturnType<Renewal['renew']> => {
    const access = tokens.accessToken()
    if (access !== null && access !== spent) return { ok: true, token: access }
    const refreshToken = tokens.refreshToken()
    if (refreshToken === null) return failedAnswer({ kind: 'auth' })

    const answer = await update({ accessToken: access ?? '', refreshToken })
    if (answer.ok) {
      const current = tokens.refreshToken()
      const isOwnToken = current === refreshToken || current === answer.data.refreshToken
      if (isOwnToken && (await accept(answer.data))) {
        tokens.store(answer.data, answer.data.autoLgnYn === 'Y')
        return { ok: true, token: answer.data.accessToken }
      }
      // The cookies of the answer have restored tokens that a sign-out removed: remove them again.
      if (tokens.refreshToken() === answer.data.refreshToken) tokens.clear()
      return failedAnswer({ kind: 'auth' })
    }
    const { failure } = answer
    if (failure.kind === 'transport') return failedAnswer(failure)
    // Only a refusal of this token ends the session; a maintenance page or a faulty deployment does not (S3).
    if (failure.kind === 'refused' && !REFUSALS.has(failure.code)) {
      return failedAnswer({ kind: 'transport', reached: true, code: failure.code })
    }
    if (tokens.refreshToken() === refreshToken) {
      tokens.clear()
      await onRefused(refreshToken)
    }
    return failedAnswer({ kind: 'auth' })
  }

  const locked = async (spent: string | null): ReturnType<Renewal['renew']> => {
    if (!locks) return once(spent)
    try {
      // A frozen tab must not block the others. Two renewals at once are safe: the server answers both with the same
      // successor.
      return await locks.request(LOCK, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }, () => once(spent))
    } catch (error) {
      if (error instanceof DOMException) return once(spent)
      throw error
    }
  }

  return {
    renew: (spent) => {
      running ??= locked(spent).finally(() => {
        running = null
      })
      return running
    },
  }
}
