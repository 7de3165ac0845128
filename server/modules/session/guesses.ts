import { eq, sql, type Placeholder } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { isDue } from '#server/db/due.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { throttle } from '#server/db/schema/session.ts'
import { neighbourhoods } from './neighbourhood.ts'
import type { KnownPhone } from './knownPhone.ts'
import { keyed, asBigint, nextAtOf, refuse, takeOne, type With } from './throttle.ts'

/**
 * Guesses at one account, each counted before it is made (security 8.4, 8.5, 8.6):
 * - per account and neighbourhood: a growing delay, which limits one guesser;
 * - per account over all addresses: 50 an hour, which limits a distributed attack;
 * - from a phone that the member has signed in on: a delay of its own only, so that strangers lock no owner out.
 */

/** Failures without a delay; after them 1 s, 2 s, 4 s … */
const FREE_TRIES = 5
const DELAY_MAX_MS = 300_000

const old = (now: Placeholder) => sql`${throttle.nextAt} < ${asBigint(now)} - ${DAY_MS}::bigint`
const next = sql`${throttle.failures} + 1`

const counting = prepared('throttle_count', (db, at: Placeholders<{ key: string; now: number; free: number }>) => {
  const over = sql`${next} - ${at.free}::int`
  return db
    .insert(throttle)
    .values({ key: at.key, failures: 1, nextAt: at.now })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        failures: sql`case when ${old(at.now)} then 1 else ${next} end`,
        nextAt: sql`${asBigint(at.now)} + case when ${old(at.now)} or ${over} < 0 then 0
          else least(${DELAY_MAX_MS}, 1000 * power(2, least(${over}, 20)))::bigint end`,
      },
      setWhere: isDue(throttle.nextAt, at.now, DELAY_MAX_MS),
    })
    .returning({ key: throttle.key })
})
const forgiving = prepared('throttle_forgive', (db, at: Placeholders<{ key: string }>) =>
  db.delete(throttle).where(eq(throttle.key, at.key)),
)

const returning = prepared('throttle_return', (db, at: Placeholders<{ key: string; now: number }>) =>
  db
    .update(throttle)
    .set({
      failures: sql`greatest(${throttle.failures} - 1, 0)`,
      nextAt: sql`least(${throttle.nextAt}, ${asBigint(at.now)})`,
    })
    .where(eq(throttle.key, at.key)),
)

/** The caller who guesses: their address, and the phone if the account's member has signed in on it before. */
export interface Asker {
  ip: string
  phone: KnownPhone | null
}

/**
 * Counts an attempt before it is made. Each count is one conditional statement, so that concurrent attempts cannot all
 * be free. Throws `E_THROTTLED`. After a correct guess call `forgive(tx)` in the transaction of its effect; if nothing was
 * compared, `giveBack()`, which takes back this attempt alone.
 */
export const countTry = async (
  deps: With,
  what: string,
  account: string,
  { ip, phone }: Asker,
): Promise<{ forgive: (tx?: Tx) => Promise<void>; giveBack: () => Promise<void> }> => {
  const { db } = deps
  const now = deps.clock()
  const keys: string[] = []
  for (const { key: from, factor } of phone ? [{ key: `phone ${phone.phoneId}`, factor: 1 }] : neighbourhoods(ip)) {
    const key = keyed(deps, what, account, from)
    if ((await counting(db, { key, now, free: FREE_TRIES * factor })).length === 0)
      refuse((await nextAtOf(db, key)) - now)
    keys.push(key)
  }
  const total = phone ? undefined : await takeOne(deps, 'account', JSON.stringify([what, account]))
  return {
    forgive: async (tx) => {
      for (const key of keys) await forgiving(tx ?? db, { key })
      await total?.giveBack(tx ?? db)
    },
    giveBack: async () => {
      for (const key of keys) await returning(db, { key, now })
      await total?.giveBack(db)
    },
  }
}

/** Wrong passwords of one account within a day after which the member is notified. */
const NOTIFY_AFTER_FAILURES = 20

const wrong = prepared('throttle_wrong', (db, at: Placeholders<{ key: string; now: number }>) => {
  const begins = isDue(throttle.nextAt, at.now, DAY_MS)
  const tomorrow = sql`${asBigint(at.now)} + ${DAY_MS}::bigint`
  return db
    .insert(throttle)
    .values({ key: at.key, failures: 1, nextAt: tomorrow })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        failures: sql`case when ${begins} then 1 else ${next} end`,
        nextAt: sql`case when ${begins} then ${tomorrow} else ${throttle.nextAt} end`,
      },
    })
    .returning({ failures: throttle.failures })
})

/** Counts a wrong password. Returns true at most once a day, when the member is to be notified. */
export const countWrong = async (tx: Tx, deps: With, account: string): Promise<boolean> => {
  const [row] = await wrong(tx, { key: keyed(deps, 'wrong', account), now: deps.clock() })
  return row?.failures === NOTIFY_AFTER_FAILURES
}
