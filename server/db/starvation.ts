import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Measures the time in which a thread was runnable but no processor was free. Such time says nothing about the thread's
 * health: on a busy machine everything takes longer.
 */
export interface Starvation {
  /** Takes a measurement; call it every `TICK_MS` while queries wait. */
  tick: () => void
  /** Returns the lost time so far, ms. */
  lostMs: () => number
}

export const TICK_MS = 50

/** Returns the name of the calling thread for `createStarvation`; null on systems other than Linux. */
export const threadName = (): string | null => {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/** Returns the ms that a thread has waited for a processor; null where the system does not count them. */
const waitedMs = (thread: string): number | null => {
  try {
    const nanoseconds = Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** Watches the thread that `thread()` names, which changes at a restart, and how late the ticks of this thread are. */
export const createStarvation = (thread: () => string | null): Starvation => {
  let lost = 0
  let before: { thread: string | null; waited: number | null; at: number } | null = null
  return {
    tick: () => {
      const name = thread()
      const current = { thread: name, waited: name === null ? null : waitedMs(name), at: performance.now() }
      const last = before
      before = current
      // Ticks were paused because no query waited: this one only starts a new measurement.
      if (!last || current.at - last.at > 100 * TICK_MS) return
      const lateMs = current.at - last.at - TICK_MS
      const waitedGrowthMs = current.thread === last.thread ? (current.waited ?? 0) - (last.waited ?? 0) : 0
      lost += Math.min(Math.max(0, lateMs, waitedGrowthMs), current.at - last.at)
    },
    lostMs: () => lost,
  }
}
