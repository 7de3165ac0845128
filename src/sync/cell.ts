/** An observable value. */
export interface Cell<T> {
  get: () => T
  set: (value: T) => void
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a cell. Setting the same value (`Object.is`) notifies no listener. */
export const createCell = <T>(initial: T): Cell<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      listeners.forEach((listener) => listener())
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
