import type { Tokens } from '#api/tokens.ts'
import type { SessionDeps } from './session.ts'
import type { OwnerChanges } from './ownerChange.ts'
import { sessionEnd } from './outbox/commands/sessionEnd.ts'
import type { UnstoredSignOuts } from './unstoredSignOuts.ts'

/** An online page tries again at most this often, so that a server in trouble gets few renewals. */
const RETRY_MS = 30_000

/** Signing in again by the cookies, where there are tokens but no session pointer: storage was emptied (S22). */
export interface Restore {
  /** Renews the tokens, which tells whose they are. `answered`: whether the server has answered all reports (O45). */
  begin: (answered: Promise<boolean>) => Promise<void>
  /** Call at each answer of the server. Tries again what has failed. `isRecovered`: the first one after being offline. */
  retry: (isRecovered: boolean) => Promise<void>
  isRunning: () => boolean
  /** Call when this page knows a session pointer: there is nothing to restore. */
  end: () => void
}

/** Creates the restoring of one page. */
export const createRestore = (
  {
    platform,
    storage,
    api,
    ownerChanges,
  }: Pick<SessionDeps, 'platform' | 'storage' | 'api'> & { ownerChanges: OwnerChanges },
  tokens: Tokens,
  unstored: UnstoredSignOuts,
): Restore => {
  let running = false
  let isOwed = false
  let triedAt = 0

  const attempt = async (answered: Promise<boolean>) => {
    running = true
    triedAt = platform.monotonic()
    try {
      if (!(await answered)) return
      const rows = await storage.device()?.outbox.toArray()
      // The tokens of a sign-in are younger than every report, since a sign-out ends the change of the sign-in (S33).
      const isSignedIn = (ownerChanges.get()?.owner ?? null) !== null
      if (!isSignedIn && rows?.some((row) => row.command === sessionEnd.name)) tokens.clear()
      else await api().renew()
    } finally {
      running = false
    }
  }
  return {
    begin: (answered) => {
      isOwed = true
      return attempt(answered)
    },
    retry: async (isRecovered) => {
      if (running || !isOwed || tokens.refreshToken() === null) return
      if (!isRecovered && platform.monotonic() - triedAt < RETRY_MS) return
      await attempt(unstored.flush().then(({ answered }) => answered))
    },
    isRunning: () => running,
    end: () => {
      isOwed = false
    },
  }
}
