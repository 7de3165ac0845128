import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/** The condition on a throttle's time, and one that always holds; each parameter stays in the statement. */
const THROTTLE_DUE =
  /where \("throttle"\."next_at" <= (\$\d+)::bigint or "throttle"\."next_at" > (\$\d+)::bigint \+ (\$\d+)::bigint \+ (\$\d+)::bigint\)/
const THROTTLE_ALWAYS_DUE = `where (${[1, 2, 3, 4].map((nth) => `$${nth}::bigint is not null`).join(' or ')})`

/** What a connection runs to hold something. */
export interface Statement {
  text: string
  values?: unknown[]
}

/** Holds the row of a pass. */
export const passLock = (passUid: string): Statement => ({
  text: 'select 1 from pass where pass_uid = $1 for update',
  values: [passUid],
})

/** What a statement is without its guard. */
export interface Cut {
  guard: RegExp
  instead: string
  /** Leaves statements alone that were prepared under this name. */
  except: string | undefined
  /** How many statements had it. */
  count: number
}

/**
 * Races on PostgreSQL: one connection holds a row, all callers come to a stand before it, then it lets go. Open it
 * before the application: connections take the way their statements go as they find it.
 */
export const openRace = () => {
  let cut: Cut[] = []
  let beside = (): Promise<unknown> => Promise.resolve()
  const failures: string[] = []
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first] = args
    if (cut.length > 0 && typeof first === 'object' && first !== null && 'text' in first) {
      let text = String(first.text)
      for (const one of cut) {
        if (one.except !== undefined && 'name' in first && first.name === one.except) continue
        const without = text.replaceAll(new RegExp(one.guard, 'g'), one.instead)
        if (without !== text) one.count += 1
        text = without
      }
      // A prepared name stands for its whole text.
      if (text !== String(first.text)) args[0] = { ...first, text, name: undefined }
    }
    const result = query.apply(this, args)
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        const { code } = error as { code?: string }
        if (code !== undefined) failures.push(code)
      })
    return result
  } as typeof Client.prototype.query

  const without = (guard: RegExp, instead: string, except?: string): Cut => {
    const one = { guard, instead, except, count: 0 }
    cut.push(one)
    return one
  }
  /** Resolves when `atLeast` statements of this database wait for a lock; throws after a minute. */
  const waitForLocks = async (url: string, atLeast: number): Promise<void> => {
    const watcher = new Client(url)
    await watcher.connect()
    try {
      const deadline = performance.now() + 60_000
      for (;;) {
        const { rows } = await watcher.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if ((rows[0]?.n ?? 0) >= atLeast) return
        await beside()
        // Leaves the processor to those who are on their way.
        await setTimeout(20)
        if (performance.now() > deadline) throw new Error(`Only ${rows[0]?.n} of ${atLeast} came to a stand.`)
      }
    } finally {
      await watcher.end()
    }
  }
  /** Does the work while another connection has run `lock` in a transaction; `release` commits it. */
  const whileHeld = async <T>(
    url: string,
    lock: Statement,
    work: (release: () => Promise<unknown>) => Promise<T>,
  ): Promise<T> => {
    const holder = new Client(url)
    await holder.connect()
    try {
      await holder.query('begin')
      // As it stands: nothing is cut out of it.
      await query.call(holder, lock)
      return await work(() => holder.query('commit'))
    } finally {
      await holder.end()
    }
  }
  return {
    /** Cuts a guard out of every statement that has it, but of `except`, until `whole`. Each parameter stays used, for its type. */
    without,
    /** Cuts the condition on time out of every throttle, until `whole`. */
    withoutThrottle: (): Cut => without(THROTTLE_DUE, THROTTLE_ALWAYS_DUE),
    whole: () => {
      cut = []
    },
    /**
     * Something else that the server's database answers meanwhile: where calls come to the lock as slowly as passwords
     * are hashed, one on which nothing moves would be taken for stuck.
     */
    meanwhile: (work: () => Promise<unknown>) => {
      beside = work
    },
    /** SQLSTATEs of the statements that have failed since the last time, e.g. 40P01 for a deadlock. */
    takeFailures: (): string[] => failures.splice(0),
    waitForLocks,
    whileHeld,
    /** Starts all calls while `lock` is held, lets go when `waiting` of them wait, and answers what they answered. */
    atOnce: <T>(url: string, lock: Statement, calls: (() => Promise<T>)[], waiting = calls.length): Promise<T[]> =>
      whileHeld(url, lock, async (release) => {
        const answers = Promise.all(calls.map((call) => call()))
        await waitForLocks(url, waiting)
        await release()
        return answers
      }),
    close: () => {
      Client.prototype.query = query as typeof Client.prototype.query
    },
  }
}
export type Race = ReturnType<typeof openRace>
