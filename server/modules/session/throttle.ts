import { createHmac } from 'node:crypto'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'
import { throttle } from '#server/db/schema/session.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { addressClass } from './address.ts'

type With = Pick<Deps, 'db' | 'clock' | 'keys'>

/** Wrong passwords that cost no waiting; after them 1 s, 2 s, 4 s … for one account and address class. */
const FREE_TRIES = 5
const DELAY_MAX_MS = 300_000
const FORGET_MS = 86_400_000

const keyed = (deps: With, ...parts: string[]): string =>
  createHmac('sha256', deps.keys.secret('throttle')).update(JSON.stringify(parts)).digest('base64url')

const refuse = (waitMs: number): never => {
  throw new Refusal('E_THROTTLED', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

const nextAtOf = async (db: Database, key: string): Promise<number> => {
  const [row] = await db.select({ nextAt: throttle.nextAt }).from(throttle).where(eq(throttle.key, key))
  return row?.nextAt ?? 0
}

/**
 * Counts a try before it is made, in one conditional statement, so that many at once cannot all be free.
 * Throws `E_THROTTLED`. A right try is forgiven: `forgive()`.
 */
export const countTry = async (
  deps: With,
  what: string,
  account: string,
  ip: string,
): Promise<{ forgive: () => Promise<void> }> => {
  const { db } = deps
  const now = deps.clock()
  const key = keyed(deps, what, account, addressClass(ip))
  const failures = sql`case when ${throttle.nextAt} < ${now - FORGET_MS} then 1 else ${throttle.failures} + 1 end`
  const delay = sql`case when ${throttle.nextAt} < ${now - FORGET_MS} or ${throttle.failures} + 1 < ${FREE_TRIES} then 0
    else least(${DELAY_MAX_MS}, 1000 * power(2, least(${throttle.failures} + 1 - ${FREE_TRIES}, 20)))::bigint end`
  const counted = await db
    .insert(throttle)
    .values({ key, failures: 1, nextAt: now })
    .onConflictDoUpdate({
      target: throttle.key,
      set: { failures, nextAt: sql`${now}::bigint + ${delay}` },
      setWhere: lte(throttle.nextAt, now),
    })
    .returning({ key: throttle.key })
  if (counted.length === 0) refuse((await nextAtOf(db, key)) - now)
  return {
    forgive: async () => {
      await db.delete(throttle).where(eq(throttle.key, key))
    },
  }
}

/** Wrong numbers of cards and paper coupons in an hour. */
const FAILURES = 5
const FAILURES_MS = 3_600_000

/** How often one address class may do something: `burst` at once, then one every `everyMs`. */
const PACES = {
  checkId: { burst: 30, everyMs: 3_000 },
  certMail: { burst: 120, everyMs: 2_000 },
  /** One mailbox, whoever asks: bounds the guesses at its codes too. */
  mailbox: { burst: 5, everyMs: 600_000 },
  loginFailure: { burst: 120, everyMs: 2_000 },
  gateEnrol: { burst: 10, everyMs: 30_000 },
  guestInquiry: { burst: 60, everyMs: 10_000 },
  findId: { burst: 20, everyMs: 30_000 },
  easyLogin: { burst: 60, everyMs: 5_000 },
  /** By member. */
  upload: { burst: 30, everyMs: 30_000 },
  validationId: { burst: 20, everyMs: 30_000 },
} as const

/** Takes one from the allowance, in one conditional statement. Throws `E_THROTTLED`. */
const takeOne = async (
  deps: With,
  what: keyof typeof PACES,
  who: string,
): Promise<{ giveBack: () => Promise<void> }> => {
  const { db } = deps
  const { burst, everyMs } = PACES[what]
  const now = deps.clock()
  const latest = now + (burst - 1) * everyMs
  const key = keyed(deps, what, who)
  const taken = await db
    .insert(throttle)
    .values({ key, failures: 0, nextAt: now + everyMs })
    .onConflictDoUpdate({
      target: throttle.key,
      set: { nextAt: sql`greatest(${throttle.nextAt}, ${now}::bigint) + ${everyMs}::bigint` },
      setWhere: lte(throttle.nextAt, latest),
    })
    .returning({ key: throttle.key })
  if (taken.length === 0) refuse((await nextAtOf(db, key)) - latest)
  return {
    giveBack: async () => {
      await db
        .update(throttle)
        .set({ nextAt: sql`${throttle.nextAt} - ${everyMs}::bigint` })
        .where(eq(throttle.key, key))
    },
  }
}

type OfMember = 'upload' | 'validationId'

/** Paces one address class. */
export const paceAddress = (deps: With, what: Exclude<keyof typeof PACES, 'mailbox' | OfMember>, ip: string) =>
  takeOne(deps, what, addressClass(ip))

/** Paces what is sent to one mailbox. */
export const paceMailbox = (deps: With, email: string) => takeOne(deps, 'mailbox', email)

/** Paces one member, from wherever. */
export const paceMember = (deps: With, what: OfMember, memberId: string) => takeOne(deps, what, memberId)

/**
 * Counts a failure before it happens, in one conditional statement: after `FAILURES` of them nothing is tried until an
 * hour has passed without one, however right it is. Throws `E_THROTTLED`. A success is forgiven: `forgive()`.
 */
export const countFailure = async (
  deps: With,
  what: 'card' | 'paperCoupon',
  memberId: string,
): Promise<{ forgive: () => Promise<void> }> => {
  const { db } = deps
  const now = deps.clock()
  const key = keyed(deps, 'failures', what, memberId)
  const counted = await db
    .insert(throttle)
    .values({ key, failures: 1, nextAt: now + FAILURES_MS })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        failures: sql`case when ${throttle.nextAt} <= ${now} then 1 else ${throttle.failures} + 1 end`,
        nextAt: now + FAILURES_MS,
      },
      setWhere: sql`${throttle.nextAt} <= ${now} or ${throttle.failures} < ${FAILURES}`,
    })
    .returning({ key: throttle.key })
  if (counted.length === 0) refuse((await nextAtOf(db, key)) - now)
  return {
    forgive: async () => {
      await db
        .update(throttle)
        .set({ failures: sql`${throttle.failures} - 1` })
        .where(eq(throttle.key, key))
    },
  }
}

/** Drops rows that delay nobody any more. */
export const forgetThrottles = async (db: Database, now: number): Promise<void> => {
  await db.delete(throttle).where(and(lt(throttle.nextAt, now - FORGET_MS)))
}
