const listeners = new Set<() => void>()

/** Calls `listener` at each nudge of the worker; returns a function that removes it. */
export const onNudged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Passes the worker's message that the network may be back to all listeners. No-op while `src/sync` is not loaded. */
export const nudge = (): void => listeners.forEach((listener) => listener())
