/** A value that can be watched. */
export interface Cell<T> {
  get: () => T
  set: (value: T) => void
  /** Called after each change; answers how to stop. */
  subscribe: (listener: () => void) => () => void
}

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
