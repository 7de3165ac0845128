import { Piscina } from 'piscina'
import { Refusal } from '#server/http/refusal.ts'
import type { ApplePass } from './applePass.ts'

/** Beyond this queue length files fail with `E_BUSY`: about two seconds of waiting. */
const WAITING_MAX = 20
/** As for password hashes: requests take precedence (`server/modules/session/passwordHash.ts`). */
const NICE = 10
const IDLE_MS = 60_000
/** One thread, started by the first file and ended a minute after the last, which also loads the library. */
const thread = new Piscina<ApplePass, Uint8Array>({
  filename: new URL('./appleThread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  maxQueue: WAITING_MAX,
  idleTimeout: IDLE_MS,
  niceIncrement: NICE,
})

/** Piscina's error for a full queue has no code. */
const isQueueFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

/** Signs a pass for Apple Wallet in a thread. Returns the bytes of the `.pkpass` file. Throws `E_BUSY`. */
export const signApplePass = async (pass: ApplePass): Promise<Buffer> => {
  try {
    return Buffer.from(await thread.run(pass, { name: 'work' }))
  } catch (error) {
    if (isQueueFull(error)) throw new Refusal('E_BUSY', { retryAfter: 1 })
    throw error
  }
}
