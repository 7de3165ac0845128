import { createHmac } from 'node:crypto'
import { and, eq, lt, sql, type Placeholder } from 'drizzle-orm'
import { FILE_DAY_BYTES, OUTBOX_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { isBeyond, isDue } from '#server/db/due.ts'
import { throttle } from '#server/db/schema/session.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { neighbourhoods } from './neighbourhood.ts'
import type { Asker } from './guesses.ts'

/** Dependencies of the throttles, also of `guesses.ts`. */
export type With = Pick<Deps, 'db' | 'clock' | 'keys'>
type WithTx = Omit<With, 'db'> & { db: Database | Tx }

/** Returns the row key of a throttle: a keyed hash, so that the table holds no addresses or account names. */
export const keyed = (deps: Pick<With, 'keys'>, ...keyParts: string[]): string =>
  createHmac('sha256', deps.keys.secret('throttle')).update(JSON.stringify(keyParts)).digest('base64url')

/** Throws `E_THROTTLED` with the wait, rounded up to seconds. */
export const refuse = (waitMs: number): never => {
  throw new Refusal('E_THROTTLED', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Returns when the throttle allows the next attempt, ms; 0 without a row. */
export const nextAtOf = async (db: Database | Tx, key: string): Promise<number> => {
  const [row] = await db.select({ nextAt: throttle.nextAt }).from(throttle).where(eq(throttle.key, key))
  return row?.nextAt ?? 0
}

/** Returns the SQL of a placeholder as `bigint`, because PostgreSQL takes a bare one for an `integer`. */
export const asBigint = (value: Placeholder) => sql`${value}::bigint`
/** Wrong card numbers, paper coupon numbers and promotion codes allowed in an hour. */
const FAILURES_MAX = 5
const FAILURES_MS = HOUR_MS

/** Rates by neighbourhood, where no comment says otherwise: `burst` at once, then one every `everyMs`. */
const PACES = {
  checkId: { burst: 30, everyMs: 3_000 },
  certMail: { burst: 120, everyMs: 2_000 },
  /** Two tries for each mail. */
  certCheck: { burst: 240, everyMs: 1_000 },
  /** Mails to one mailbox that one neighbourhood, phone or other member requests. */
  mailboxAsker: { burst: 5, everyMs: 600_000 },
  /** All mails of one kind to one mailbox, closer together than a temporary password lives; bounds guesses at codes. */
  mailbox: { burst: 20, everyMs: 1_500_000 },
  /** Gifts of one member to another: the passes of two orders of the largest size. */
  giftSender: { burst: 2 * QUANTITY_MAX, everyMs: 600_000 },
  /** All gifts to one member. */
  gift: { burst: 30, everyMs: 1_500_000 },
  /** Attempts at one account over all addresses: at most 20 + 30 in any hour. */
  account: { burst: 20, everyMs: 120_000 },
  loginFailure: { burst: 120, everyMs: 2_000 },
  gateEnrol: { burst: 10, everyMs: 30_000 },
  guestInquiry: { burst: 60, everyMs: 10_000 },
  findId: { burst: 20, everyMs: 30_000 },
  easyLogin: { burst: 60, everyMs: 5_000 },
  phoneLinkClaim: { burst: 60, everyMs: 5_000 },
  /** Each visit to the sign-in screen requests a challenge. */
  passkeyOptions: { burst: 240, everyMs: 1_000 },
  /** Sign-ins by passkey that fail. */
  passkeyFailure: { burst: 60, everyMs: 5_000 },
  giftLink: { burst: 120, everyMs: 1_000 },
  /** By member. */
  upload: { burst: 30, everyMs: 30_000 },
  validationId: { burst: 20, everyMs: 30_000 },
  receipt: { burst: 20, everyMs: 15_000 },
  walletFile: { burst: 20, everyMs: 15_000 },
  dataCopy: { burst: 5, everyMs: 600_000 },
  phoneLink: { burst: 10, everyMs: 60_000 },
  passkey: { burst: 30, everyMs: 60_000 },
  inquiry: { burst: OUTBOX_MAX, everyMs: 60_000 },
  question: { burst: 10, everyMs: 300_000 },
  /** Printed numbers of cards, by gate. */
  cardNumber: { burst: 20, everyMs: 30_000 },
  /** Reservations and orders that hold stock, by member. */
  hold: { burst: 60, everyMs: 30_000 },
} as const

const taking = prepared(
  'throttle_take',
  (db, at: Placeholders<{ key: string; now: number; everyMs: number; latest: number }>) =>
    db
      .insert(throttle)
      .values({ key: at.key, failures: 0, nextAt: sql`${asBigint(at.now)} + ${asBigint(at.everyMs)}` })
      .onConflictDoUpdate({
        target: throttle.key,
        set: {
          nextAt: sql`case when ${isBeyond(throttle.nextAt, at.latest, at.everyMs)} then ${asBigint(at.now)}
          else greatest(${throttle.nextAt}, ${asBigint(at.now)}) end + ${asBigint(at.everyMs)}`,
        },
        // Taking the last of the allowance sets `next_at` one step after `latest`.
        setWhere: isDue(throttle.nextAt, at.latest, at.everyMs),
      })
      .returning({ key: throttle.key }),
)
const giving = prepared('throttle_give_back', (db, at: Placeholders<{ key: string; everyMs: number }>) =>
  db
    .update(throttle)
    .set({ nextAt: sql`${throttle.nextAt} - ${asBigint(at.everyMs)}` })
    .where(eq(throttle.key, at.key)),
)
/**
 * Takes one from the allowance, in one conditional statement; `giveBack` returns it. `factor` multiplies the allowance.
 * Throws `E_THROTTLED`.
 */
export const takeOne = async (
  deps: WithTx,
  pace: keyof typeof PACES,
  account: string,
  factor = 1,
): Promise<{ giveBack: (tx: Database | Tx) => Promise<void> }> => {
  const { db } = deps
  const burst = PACES[pace].burst * factor
  const { everyMs } = PACES[pace]
  const now = deps.clock()
  const latest = now + (burst - 1) * everyMs
  const key = keyed(deps, pace, account)
  if ((await taking(db, { key, now, everyMs, latest })).length === 0) refuse((await nextAtOf(db, key)) - latest)
  return {
    giveBack: async (tx) => {
      await giving(tx, { key, everyMs })
    },
  }
}

/** Bytes that a member may store in a day; the quota refills evenly. */
const QUOTAS = { pictures: FILE_DAY_BYTES } as const

/**
 * Takes `bytes` from a member's daily quota, in one conditional statement, in the transaction that stores them. Throws
 * `E_THROTTLED` with the seconds until they fit.
 */
export const takeQuota = async (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  quota: keyof typeof QUOTAS,
  { memberId, bytes }: { memberId: string; bytes: number },
): Promise<void> => {
  const now = deps.clock()
  const everyMs = Math.ceil((bytes * DAY_MS) / QUOTAS[quota])
  // The quota is full again a day after its last byte was taken.
  const latest = now + DAY_MS - everyMs
  const key = keyed(deps, 'quota', quota, memberId)
  if ((await taking(tx, { key, now, everyMs, latest })).length > 0) return
  const [row] = await tx.select({ nextAt: throttle.nextAt }).from(throttle).where(eq(throttle.key, key))
  refuse((row?.nextAt ?? now) - latest)
}

type OfMember =
  | 'upload'
  | 'validationId'
  | 'receipt'
  | 'walletFile'
  | 'dataCopy'
  | 'phoneLink'
  | 'passkey'
  | 'inquiry'
  | 'question'
  | 'hold'
type OfGate = 'cardNumber'
type OfMailbox = 'mailbox' | 'mailboxAsker' | 'giftSender' | 'gift' | 'account'

/** Limits the rate of an address, in each of its neighbourhoods; `giveBack` returns what it took. Throws `E_THROTTLED`. */
export const paceAddress = async (
  deps: With,
  pace: Exclude<keyof typeof PACES, OfMailbox | OfMember | OfGate>,
  ip: string,
) => {
  const shares: Awaited<ReturnType<typeof takeOne>>[] = []
  for (const { key, factor } of neighbourhoods(ip)) shares.push(await takeOne(deps, pace, key, factor))
  return {
    giveBack: async (tx: Database | Tx): Promise<void> => {
      for (const one of shares) await one.giveBack(tx)
    },
  }
}

/**
 * Limits mails to one mailbox, each `kind` apart: by requester, so that a stranger does not use up the owner's allowance,
 * and in total, so that nobody floods it. A phone of the owner has its own allowance, outside of the total. `code`: for
 * signing up, which anybody may request for any mailbox; `ownCode`: for a signed-in member; `temporary`: a password.
 * Throws `E_THROTTLED`.
 */
export const paceMailbox = async (
  deps: With,
  kind: 'code' | 'ownCode' | 'temporary',
  email: string,
  { ip, phone }: Asker,
): Promise<void> => {
  for (const { key, factor } of phone ? [{ key: `phone ${phone.phoneId}`, factor: 1 }] : neighbourhoods(ip))
    await takeOne(deps, 'mailboxAsker', JSON.stringify([kind, email, key]), factor)
  if (!phone) await takeOne(deps, 'mailbox', JSON.stringify([kind, email]))
}

/**
 * Limits the gifts to one member, each of which is mailed and pushed: by sender, and in total. In the transaction of the gift, so that a refused one takes nothing. Throws `E_THROTTLED` (security 8.9).
 */
export const paceGift = async (
  tx: Tx,
  deps: Omit<With, 'db'>,
  { senderId, recipientId }: { senderId: string; recipientId: string },
): Promise<void> => {
  const withTx = { clock: deps.clock, keys: deps.keys, db: tx }
  await takeOne(withTx, 'giftSender', JSON.stringify([recipientId, senderId]))
  await takeOne(withTx, 'gift', recipientId)
}

/** Limits the rate of one member, from any address. Throws `E_THROTTLED`. */
export const paceMember = (deps: With, pace: OfMember, memberId: string) => takeOne(deps, pace, memberId)

/** Limits the rate of one gate. Throws `E_THROTTLED`. */
export const paceGate = (deps: With, pace: OfGate, gateUid: string) => takeOne(deps, pace, gateUid)

/**
 * Counts an attempt as a failure before it is made, in one conditional statement. After `FAILURES_MAX` of them every
 * attempt is refused, correct or not, until an hour has passed since the last. Throws `E_THROTTLED`. After a success
 * call `forgive()`.
 */
export const countFailure = async (
  deps: With,
  what: 'card' | 'paperCoupon' | 'promoCode',
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
        failures: sql`case when ${isDue(throttle.nextAt, now, FAILURES_MS)} then 1 else ${throttle.failures} + 1 end`,
        nextAt: now + FAILURES_MS,
      },
      setWhere: sql`${isDue(throttle.nextAt, now, FAILURES_MS)} or ${throttle.failures} < ${FAILURES_MAX}`,
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

/**
 * Runs `work`, which checks something that can be guessed. Only an error that `isWrong` counts as a failure. Throws
 * `E_THROTTLED` after `FAILURES_MAX` of them.
 */
export const whileGuessing = async <T>(
  deps: With,
  { what, memberId, isWrong }: { what: 'promoCode'; memberId: string; isWrong: (error: unknown) => boolean },
  work: () => Promise<T>,
): Promise<T> => {
  const { forgive } = await countFailure(deps, what, memberId)
  try {
    const result = await work()
    await forgive()
    return result
  } catch (error) {
    if (!isWrong(error)) await forgive()
    throw error
  }
}

/** Deletes rows that no longer delay anything. */
export const deleteThrottles = async (db: Database, now: number): Promise<void> => {
  await db.delete(throttle).where(and(lt(throttle.nextAt, now - DAY_MS)))
}
