import { createCell } from './cell.ts'
import type { Platform } from './platform.ts'

const PROBE_FIRST_MS = 1_000
const PROBE_MAX_MS = 30_000
/** Online that long, and the next loss is a new one. */
const CALM_MS = 60_000

export interface Online {
  get: () => boolean
  subscribe: (listener: () => void) => () => void
  /** The outcome of a request: did our server answer? */
  heard: (reached: boolean) => void
  /** Each answer of our server; `again` after `lostFor` ms without one. */
  onGood: (listener: (again: boolean, lostFor: number) => void) => () => void
  /** Asks the server now, once for all who ask. */
  probe: () => Promise<boolean>
  start: () => void
}

/**
 * The tracked status (offline.md, outbox 6): its truth is the last request's outcome; `navigator.onLine` only makes it
 * ask. While lost, it asks again and again, each time later.
 */
export const createOnline = (platform: Platform, ask: () => Promise<unknown>): Online => {
  const status = createCell(platform.onLine())
  const listeners = new Set<(again: boolean, lostFor: number) => void>()
  let probing: Promise<boolean> | null = null
  let losses = 0
  let lostAt = platform.monotonic()
  let foundAt = platform.monotonic()
  let cancel: (() => void) | null = null

  const probe = () => {
    cancel?.()
    cancel = null
    probing ??= ask().then(() => {
      probing = null
      return status.get()
    })
    return probing
  }
  const later = () => {
    if (cancel || !platform.visible()) return
    const wait = Math.min(PROBE_MAX_MS, PROBE_FIRST_MS * 2 ** losses)
    cancel = platform.after(wait / 2 + (platform.random() * wait) / 2, () => void probe())
  }
  const heard = (reached: boolean) => {
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
    heard,
    onGood: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    probe,
    start: () => {
      for (const event of ['online', 'offline', 'resume', 'pageshow'] as const) platform.on(event, () => void probe())
      platform.on('visible', () => {
        if (!status.get()) void probe()
      })
      // The page itself may have come from this phone: only an answer tells.
      void probe()
    },
  }
}
