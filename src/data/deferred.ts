import { idle } from './idle.ts'
import { loadRuntime } from './runtime.ts'

/** Events at which a first visit loads what is deferred: a touch, a key, and a network that is back after a failure. */
const TRIGGERS = ['pointerdown', 'keydown', 'online'] as const
const OPTIONS = { capture: true, passive: true }

let textsOfParts = (): Promise<unknown> => Promise.resolve()

/** Sets what loads the texts of lazy parts, which the first screen does without. */
export const setTexts = (load: () => Promise<unknown>): void => void (textsOfParts = load)
/** Loads the texts of lazy parts. Rejects when they cannot be loaded; the next call tries again. */
export const loadTexts = (): Promise<unknown> => textsOfParts()

const loaders = new Set<() => Promise<unknown>>()
let loading: Promise<void> | null = null

/** Registers code that the first screen can do without. `load` may be called several times. */
export const defer = (load: () => Promise<unknown>): void => void loaders.add(load)

const loadAll = async (atOnce: boolean): Promise<void> => {
  const runtime = loadRuntime()
  // The runtime alone first: all chunks at once would be one long task.
  if (!atOnce) await runtime.then(idle)
  await Promise.all([runtime, ...[...loaders].map((load) => load())])
}

const wake = () => void loadDeferred()

/**
 * Loads the runtime and everything registered, once, so that it is there when the network is not. `atOnce` leaves out
 * the wait for an idle moment in between. Never rejects: the next call, touch or return of the network tries again.
 */
export const loadDeferred = ({ atOnce = false } = {}): Promise<void> => {
  loading ??= loadAll(atOnce).then(
    () => {
      for (const trigger of TRIGGERS) removeEventListener(trigger, wake, OPTIONS)
    },
    () => {
      loading = null
    },
  )
  return loading
}

/** Lets the first touch load what is deferred. `main.tsx` loads it at the next navigation or when the page is idle. */
export const watchTouches = (): void => {
  for (const trigger of TRIGGERS) addEventListener(trigger, wake, OPTIONS)
}
