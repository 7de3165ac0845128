import type { Session } from '#contract/calls/account.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { failed, type Answer, type Failure } from './failure.ts'
import type { TokenPair, Tokens } from './tokens.ts'

const LOCK = 'hp-refresh'
const REFUSALS = new Set(['E_SESSION', 'E_INPUT'])

export interface RenewalDeps {
  tokens: Tokens
  locks: LockManager | undefined
  /** The call itself. */
  update: (pair: TokenPair) => Promise<Answer<Session>>
  /** Is this still the member of this phone? An answer may come after a sign-out. */
  accept: (session: Session) => Promise<boolean>
  /** The server has refused the refresh token: the session is over. */
  ended: (refreshToken: string) => Promise<void>
}

export interface Renewal {
  /** A new access token in place of `spent`; one request at a time, in all tabs. A network failure ends no session. */
  renew: (spent: string | null) => Promise<{ ok: true; token: string } | { ok: false; failure: Failure }>
}

export const createRenewal = ({ tokens, locks, update, accept, ended }: RenewalDeps): Renewal => {
  let running: ReturnType<Renewal['renew']> | null = null

  const once = async (spent: string | null): ReturnType<Renewal['renew']> => {
    const access = tokens.access()
    if (access !== null && access !== spent) return { ok: true, token: access }
    const refreshToken = tokens.refresh()
    if (refreshToken === null) return failed({ kind: 'auth' })

    const answer = await update({ accessToken: access ?? '', refreshToken })
    if (answer.ok) {
      const current = tokens.refresh()
      const ours = current === refreshToken || current === answer.data.refreshToken
      if (ours && (await accept(answer.data))) {
        tokens.store(answer.data, answer.data.autoLgnYn === 'Y')
        return { ok: true, token: answer.data.accessToken }
      }
      // The answer's own cookies have put back what a sign-out took away.
      if (tokens.refresh() === answer.data.refreshToken) tokens.clear()
      return failed({ kind: 'auth' })
    }
    const { failure } = answer
    if (failure.kind === 'transport') return failed(failure)
    // Only a refusal of this token ends a session; a maintenance page or a wrong deployment does not.
    if (failure.kind === 'refused' && !REFUSALS.has(failure.code)) {
      return failed({ kind: 'transport', reached: true, code: failure.code })
    }
    if (tokens.refresh() === refreshToken) {
      tokens.clear()
      await ended(refreshToken)
    }
    return failed({ kind: 'auth' })
  }

  const locked = async (spent: string | null): ReturnType<Renewal['renew']> => {
    if (!locks) return once(spent)
    try {
      // A frozen tab must not hold everybody: the server gives both of two refreshes the same successor.
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
