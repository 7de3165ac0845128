import { createCell } from './cell.ts'
import type { Platform } from './platform.ts'

const PROBE_FIRST_MS = 1_000
const PROBE_MAX_MS = 30_000
/** A loss after more than this time online starts the backoff of the probes anew. */
const CALM_MS = 60_000

export interface OnlineStatus {
  get: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Records the outcome of a request: whether our server answered. */
  recordRequest: (reached: boolean) => void
  /**
   * Called at each answer of our server. `isRecovered`: it is the first one after being offline, which lasted `lostFor`
   * ms. Returns a function that removes the listener.
   */
  onAnswer: (listener: (isRecovered: boolean, lostFor: number) => void) => () => void
  /** Sends a request now and resolves with the status; concurrent calls share one request. */
  probe: () => Promise<boolean>
  start: () => void
}

/**
 * Creates the online status (O39, O41): the outcome of the last request. `navigator.onLine` only triggers a probe.
 * While offline and visible, it probes with a backoff. `sendProbe` sends one request to the server.
 */
export const createOnline = (platform: Platform, sendProbe: () => Promise<unknown>): OnlineStatus => {
  const status = createCell(platform.onLine())
  const listeners = new Set<(isRecovered: boolean, lostFor: number) => void>()
  let probing: Promise<boolean> | null = null
  let losses = 0
  let lostAt = platform.monotonic()
  let foundAt = platform.monotonic()
  let cancel: (() => void) | null = null

  const probe = () => {
    cancel?.()
    cancel = null
    probing ??= sendProbe().then(() => {
      probing = null
      return status.get()
    })
    return probing
  }
  const later = () => {
    if (cancel || !platform.visible()) return
    const wait = Math.min(PROBE_MAX_MS, PROBE_FIRST_MS * 2 ** losses)
    cancel = platform.schedule(wait / 2 + (platform.random() * wait) / 2, () => void probe())
  }
  const noteOutcome = (reached: boolean) => {
    const before = status.get()
    const at = platform.monotonic()
    if (!reached) {
      if (before) {
        lostAt = at
        if (at - foundAt > CALM_MS) losses = 0
      }
      losses += 1
      status.set(false)
      later()
      return
    }
    cancel?.()
    cancel = null
    if (!before) foundAt = at
    status.set(true)
    listeners.forEach((listener) => listener(!before, before ? 0 : at - lostAt))
  }

  return {
    get: status.get,
    subscribe: status.subscribe,
    recordRequest: noteOutcome,
    onAnswer: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    probe,
    start: () => {
      for (const event of ['online', 'offline', 'resume', 'pageshow'] as const) platform.on(event, () => void probe())
      platform.on('visible', () => {
        if (!status.get()) void probe()
      })
      // The page itself may come from the worker's cache, so that only an answer shows that the server is reachable.
      void probe()
    },
  }
}
