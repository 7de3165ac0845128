import { createHmac } from 'node:crypto'
import { and, eq, lt, lte, sql, type Placeholder } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type At } from '#server/db/prepared.ts'
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

const long = (value: Placeholder) => sql`${value}::bigint`
const old = (now: Placeholder) => sql`${throttle.nextAt} < ${long(now)} - ${FORGET_MS}::bigint`
const next = sql`${throttle.failures} + 1`

const counting = prepared('throttle_count', (db, at: At<{ key: string; now: number }>) =>
  db
    .insert(throttle)
    .values({ key: at.key, failures: 1, nextAt: at.now })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        failures: sql`case when ${old(at.now)} then 1 else ${next} end`,
        nextAt: sql`${long(at.now)} + case when ${old(at.now)} or ${next} < ${FREE_TRIES} then 0
          else least(${DELAY_MAX_MS}, 1000 * power(2, least(${next} - ${FREE_TRIES}, 20)))::bigint end`,
      },
      setWhere: lte(throttle.nextAt, at.now),
    })
    .returning({ key: throttle.key }),
)
const forgiving = prepared('throttle_forgive', (db, at: At<{ key: string }>) =>
  db.delete(throttle).where(eq(throttle.key, at.key)),
)
/**
 * Counts a try before it is made, in one conditional statement, so that many at once cannot all be free.
 * Throws `E_THROTTLED`. A right try is forgiven, in the transaction of what it was for: `forgive(tx)`.
 */
export const countTry = async (
  deps: With,
  what: string,
  account: string,
  ip: string,
): Promise<{ forgive: (tx?: Tx) => Promise<void> }> => {
  const { db } = deps
  const now = deps.clock()
  const key = keyed(deps, what, account, addressClass(ip))
  if ((await counting(db, { key, now })).length === 0) refuse((await nextAtOf(db, key)) - now)
  return {
    forgive: async (tx) => {
      await forgiving(tx ?? db, { key })
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

const taking = prepared('throttle_take', (db, at: At<{ key: string; now: number; everyMs: number; latest: number }>) =>
  db
    .insert(throttle)
    .values({ key: at.key, failures: 0, nextAt: sql`${long(at.now)} + ${long(at.everyMs)}` })
    .onConflictDoUpdate({
      target: throttle.key,
      set: { nextAt: sql`greatest(${throttle.nextAt}, ${long(at.now)}) + ${long(at.everyMs)}` },
      setWhere: lte(throttle.nextAt, at.latest),
    })
    .returning({ key: throttle.key }),
)
const giving = prepared('throttle_give_back', (db, at: At<{ key: string; everyMs: number }>) =>
  db
    .update(throttle)
    .set({ nextAt: sql`${throttle.nextAt} - ${long(at.everyMs)}` })
    .where(eq(throttle.key, at.key)),
)
/** Takes one from the allowance, in one conditional statement. Throws `E_THROTTLED`. */
const takeOne = async (
  deps: With,
  what: keyof typeof PACES,
  who: string,
): Promise<{ giveBack: (tx: Tx) => Promise<void> }> => {
  const { db } = deps
  const { burst, everyMs } = PACES[what]
  const now = deps.clock()
  const latest = now + (burst - 1) * everyMs
  const key = keyed(deps, what, who)
  if ((await taking(db, { key, now, everyMs, latest })).length === 0) refuse((await nextAtOf(db, key)) - latest)
  return {
    giveBack: async (tx) => {
      await giving(tx, { key, everyMs })
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
