import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Time in which a thread was ready to run and no processor was free for it. Such time says nothing about the thread's
 * health: on a machine that is busy with other things everything takes longer.
 */
export interface Starvation {
  /** Looks at the machine; to be called every `TICK_MS` while somebody waits. */
  tick: () => void
  /** ms so far. */
  lostMs: () => number
}

export const TICK_MS = 50

/** Names the calling thread for `createStarvation`; null where the system has no such names (not Linux). */
export const threadName = (): string | null => {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/** ms that the thread has waited for a processor; null where nobody counts them. */
const waitedMs = (thread: string): number | null => {
  try {
    const nanoseconds = Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** Watches the thread that `thread` names at the time (another one after a restart), and how late this thread's own ticks are. */
export const createStarvation = (thread: () => string | null): Starvation => {
  let lost = 0
  let before: { thread: string | null; waited: number | null; at: number } | null = null
  return {
    tick: () => {
      const name = thread()
      const current = { thread: name, waited: name === null ? null : waitedMs(name), at: performance.now() }
      const last = before
      before = current
      // Nobody waited for a while: this tick only begins to look.
      if (!last || current.at - last.at > 100 * TICK_MS) return
      const lateMs = current.at - last.at - TICK_MS
      const waitedGrowthMs = current.thread === last.thread ? (current.waited ?? 0) - (last.waited ?? 0) : 0
      lost += Math.min(Math.max(0, lateMs, waitedGrowthMs), current.at - last.at)
    },
    lostMs: () => lost,
  }
}
