import { Refusal } from '#server/http/refusal.ts'

export interface ConcurrencyOptions {
  /** Maximum number of running pieces of work. */
  concurrency: number
  /** Maximum number of waiting ones; further ones are refused. */
  waitingMax: number
  /** `Retry-After` of a refusal, in seconds. */
  retryAfter: number
}

/**
 * Creates a function that runs costly work, at most `concurrency` at a time, in the order of its calls. The function
 * throws `E_BUSY` when `waitingMax` calls wait already.
 */
export const createConcurrencyLimit = ({ concurrency, waitingMax, retryAfter }: ConcurrencyOptions) => {
  let working = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= concurrency) {
      if (waiting.length >= waitingMax) throw new Refusal('E_BUSY', { retryAfter })
      // The finished work hands its lane over: `working` stays the same.
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
