import { availableParallelism } from 'node:os'
import { Refusal } from '#server/http/refusal.ts'
import { createThreads } from '#server/threads.ts'
import type { HashWork } from './hashThread.ts'

/** Algorithm argon2id, the library's default; 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Concurrent hashes; one processor stays free for all other requests. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** About a second of waiting on two processors. */
const WAITING_MAX = 64

/** Checked for an unknown id: takes the same time and matches no password. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const work = createThreads<HashWork, string | boolean | null>({
  file: new URL('./hashThread.ts', import.meta.url),
  most: THREADS,
  waitingMost: WAITING_MAX,
})

/**
 * Returns the PHC string of a new password. `own`: words of the member that the strength estimate penalises. Throws
 * `E_PASSWORD_WEAK` for a common or easily guessed one, by the rule that the screens use; `E_BUSY`.
 */
export const hashPassword = async (password: string, own: readonly string[] = []): Promise<string> => {
  const phc = await work({ password, own, cost: COST })
  if (typeof phc !== 'string') throw new Refusal('E_PASSWORD_WEAK')
  return phc
}

/**
 * Returns whether a password matches `phc`; false for null, which stands for an unknown member or one without a
 * password. Computes one hash in any case, so that the time reveals nothing. Throws `E_BUSY`.
 */
export const fitsPassword = async (phc: string | null, password: string): Promise<boolean> =>
  (await work({ password, phc: phc ?? NOBODY })) === true
