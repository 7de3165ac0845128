const listeners = new Set<() => void>()

/** Follows the worker's nudges; answers how to stop. */
export const onNudged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The worker says that the network may be back. A page without a phone has nothing to send. */
export const nudge = (): void => listeners.forEach((listener) => listener())
