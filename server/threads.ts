import { Piscina } from 'piscina'
import { Refusal } from '#server/http/refusal.ts'

/**
 * Requests take precedence over work in threads, within limits: beside other work a thread of idle priority
 * (`SCHED_IDLE`) starves, and one of the lowest priority (19) waits for seconds (performance 5.3, 5.5).
 */
const NICE = 10
const IDLE_MS = 60_000

interface Threads {
  /** The module whose export `work` they run. */
  file: URL
  /** At the same time. */
  most: number
  /** Beyond this queue length work fails with `E_BUSY`. */
  waitingMost: number
}

/** Piscina's error for a full queue has no code. */
const isQueueFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

/**
 * Returns a function that runs work in threads, which start with the first work and end a minute after the last. It
 * throws `E_BUSY`.
 */
export const createThreads = <Input, Output>({ file, most, waitingMost }: Threads) => {
  const threads = new Piscina<Input, Output>({
    filename: file.href,
    minThreads: 0,
    maxThreads: most,
    maxQueue: waitingMost,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
  })
  return async (input: Input): Promise<Output> => {
    try {
      return await threads.run(input, { name: 'work' })
    } catch (error) {
      if (isQueueFull(error)) throw new Refusal('E_BUSY', { retryAfter: 1 })
      throw error
    }
  }
}
