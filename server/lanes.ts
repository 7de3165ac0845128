import { Refusal } from '#server/http/refusal.ts'

export interface Lanes {
  /** How much runs at the same time. */
  lanes: number
  /** Who comes after so many that wait is told to come back. */
  waitingMax: number
  /** When, in seconds. */
  retryAfter: number
}

/** A queue for costly work: runs it when a lane is free. Throws `E_BUSY` at once when too many wait. */
export const createLanes = ({ lanes, waitingMax, retryAfter }: Lanes) => {
  let working = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= lanes) {
      if (waiting.length >= waitingMax) throw new Refusal('E_BUSY', { retryAfter })
      // The lane is handed on: `working` does not fall in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
