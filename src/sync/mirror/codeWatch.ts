import type { Failure } from '#api/failure.ts'
import type { Cell } from '../cell.ts'
import type { OnlineStatus } from '../online.ts'
import type { Platform } from '../platform.ts'
import type { SessionState } from '../session.ts'
import type { CodePart } from './changes.ts'
import type { Pulls } from './pulls.ts'

/** Time from an answer to the next question. With two requests of 0.5 s each, an entry is here within 3 s (M28). */
const WATCH_MS = 1_500
const WATCH_MAX_MS = 60_000
/** The lock of each watch, by its part. */
const LOCKS: Record<CodePart, string> = { passes: 'hp-pass-watch', reservations: 'hp-voucher-watch' }

export interface CodeWatchDeps {
  platform: Platform
  online: Pick<OnlineStatus, 'get' | 'subscribe'>
  sessionState: Cell<SessionState>
  pullPartChanges: Pulls['pullPartChanges']
  /** The part whose codes the page shows. */
  codePart: CodePart
}

export interface CodeWatch {
  /** Watches until the returned function is called; several callers share one watch. */
  hold: () => () => void
}

const retryAfterMs = (failure: Failure): number => ('retryAfter' in failure ? (failure.retryAfter ?? 0) * 1_000 : 0)

/**
 * Creates a watch of one page: while somebody holds it, it asks every 1.5 s whether its part has changed (M28, M32), so
 * that an entry or a redemption at a gate is on the screen within 3 s (decision 0133).
 *
 *     off ──held, visible, online, member──▶ waiting for the lock ──granted──▶ asking ⇄ pausing
 *      ▲                                            │                            │
 *      └────────── released, hidden, offline, signed out (M29) ─────────────────┘
 */
export const createCodeWatch = ({
  platform,
  online,
  sessionState,
  pullPartChanges,
  codePart,
}: CodeWatchDeps): CodeWatch => {
  let holders = 0
  /** The page was left or is frozen: its lock must go to another page, and would keep it out of the back/forward cache. */
  let isLeft = false
  /** Ends the present watch; null while the watch is off. */
  let end: (() => void) | null = null

  const mayAsk = () =>
    holders > 0 && !isLeft && platform.visible() && online.get() && sessionState.get().state === 'member'

  /** Asks and pauses until `isOver`. */
  const askUntilOver = (isOver: () => boolean, onOver: (job: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      let failures = 0
      let cancel: () => void = () => undefined
      onOver(() => {
        cancel()
        resolve()
      })
      const step = async () => {
        const answer = await pullPartChanges(codePart)
        if (isOver()) return
        failures = answer.ok ? 0 : failures + 1
        // Random, so that the phones of a crowd do not all come back in one moment (M30).
        const ceilingMs = Math.min(WATCH_MAX_MS, WATCH_MS * 2 ** failures)
        const backoffMs = answer.ok ? WATCH_MS : ceilingMs * (0.5 + platform.random() / 2)
        cancel = platform.schedule(Math.max(backoffMs, answer.ok ? 0 : retryAfterMs(answer.failure)), () => void step())
      }
      void step()
    })

  const start = () => {
    const giveUp = new AbortController()
    const jobs = new Set<() => void>()
    const isOver = () => giveUp.signal.aborted
    end = () => {
      end = null
      giveUp.abort()
      for (const job of jobs) job()
    }
    const work = () => (isOver() ? undefined : askUntilOver(isOver, (job) => void jobs.add(job)))
    // A page without Web Locks asks beside the other pages, which costs requests only.
    if (platform.locks) platform.locks.request(LOCKS[codePart], { signal: giveUp.signal }, work).catch(() => undefined)
    else void work()
  }
  const startOrEnd = () => {
    if (mayAsk() === (end !== null)) return
    if (end) end()
    else start()
  }

  online.subscribe(startOrEnd)
  sessionState.subscribe(startOrEnd)
  for (const event of ['visible', 'hidden'] as const) platform.on(event, startOrEnd)
  const setLeft = (next: boolean) => () => {
    isLeft = next
    startOrEnd()
  }
  for (const event of ['pagehide', 'freeze'] as const) platform.on(event, setLeft(true))
  for (const event of ['pageshow', 'resume'] as const) platform.on(event, setLeft(false))
  return {
    hold: () => {
      let isHeld = true
      holders += 1
      startOrEnd()
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        startOrEnd()
      }
    },
  }
}
