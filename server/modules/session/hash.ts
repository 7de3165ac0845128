import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Refusal } from '#server/http/refusal.ts'
import { createLanes } from '#server/lanes.ts'
import type { HashWork } from './hashThread.ts'

/** argon2id is the library's default; 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at the same time: one processor is left to those who wait for nothing but an answer. */
const LANES = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Who comes after these is told to come back: about a second of waiting on two processors. */
const WAITING_MAX = 64

/** What an unknown id is checked against: costs the same, fits no password. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const inTurn = createLanes({ lanes: LANES, waitingMax: WAITING_MAX, retryAfter: 1 })

/**
 * The lowest ordinary priority: who reads goes before who signs in. Not an idle thread (`SCHED_IDLE`): it waits without
 * end while anything else keeps the processors busy.
 */
const NICE = 19
const IDLE_MS = 60_000
const FROM = { name: 'work' }
const threads = new Piscina<HashWork, string | boolean | null>({
  filename: new URL('./hashThread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: LANES,
  idleTimeout: IDLE_MS,
  niceIncrement: NICE,
})

/**
 * The PHC string of a new password; `own`: words of its member. Throws `E_PASSWORD_WEAK` for one that is common or easy
 * to guess, by the rule of the screens, and `E_BUSY`.
 */
export const hashPassword = (password: string, own: readonly string[] = []): Promise<string> =>
  inTurn(async () => {
    const phc = await threads.run({ password, own, cost: COST }, FROM)
    if (typeof phc !== 'string') throw new Refusal('E_PASSWORD_WEAK')
    return phc
  })

/** Does the password fit? Exactly one hash, also when there is nobody (`null`). Throws `E_BUSY`. */
export const fitsPassword = (phc: string | null, password: string): Promise<boolean> =>
  inTurn(async () => (await threads.run({ password, phc: phc ?? NOBODY }, FROM)) === true)
