import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/** The throttle's time condition, and a condition that always holds; it uses the same parameters. */
const THROTTLE_DUE =
  /where \("throttle"\."next_at" <= (\$\d+)::bigint or "throttle"\."next_at" > (\$\d+)::bigint \+ (\$\d+)::bigint \+ (\$\d+)::bigint\)/
const THROTTLE_ALWAYS_DUE = `where (${[1, 2, 3, 4].map((nth) => `$${nth}::bigint is not null`).join(' or ')})`

/** The SQLSTATE of a statement that PostgreSQL ended to break a deadlock. */
const DEADLOCK = '40P01'

/** What a connection runs to take a lock. */
export interface Statement {
  text: string
  values?: unknown[]
}

/** Locks the row of a pass. */
export const passLock = (passUid: string): Statement => ({
  text: 'select 1 from pass where pass_uid = $1 for update',
  values: [passUid],
})

/** A guard that is replaced in every statement. */
export interface RemovedGuard {
  guard: RegExp
  instead: string
  /** Statements that were prepared under this name keep the guard. */
  except: string | undefined
  /** The number of statements that had the guard. */
  count: number
}

/**
 * Runs races on PostgreSQL: one connection holds a row lock, all calls queue for it, then it commits. Patches the
 * `query` method of `Client`: call it before the application connects.
 */
export const openRace = () => {
  let cut: RemovedGuard[] = []
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
      // Clear the name: PostgreSQL would use the statement that was prepared under it.
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

  const without = (guard: RegExp, instead: string, except?: string): RemovedGuard => {
    const one = { guard, instead, except, count: 0 }
    cut.push(one)
    return one
  }
  /** Resolves when at least `atLeast` statements of this database wait for a lock; throws after a minute. */
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
        // Leave the processor to the calls that are on their way.
        await setTimeout(20)
        if (performance.now() > deadline) throw new Error(`Only ${rows[0]?.n} of ${atLeast} came to a stand.`)
      }
    } finally {
      await watcher.end()
    }
  }
  /** Runs `work` while another connection holds `lock` in a transaction; `release` commits it. */
  const whileHeld = async <T>(
    url: string,
    lock: Statement,
    work: (release: () => Promise<unknown>) => Promise<T>,
  ): Promise<T> => {
    const holder = new Client(url)
    await holder.connect()
    try {
      await holder.query('begin')
      // Use the original `query`: the lock statement keeps its guards.
      await query.call(holder, lock)
      return await work(() => holder.query('commit'))
    } finally {
      await holder.end()
    }
  }
  return {
    /**
     * Replaces a guard in every statement that has it, except the one named `except`, until `restoreGuards`. `instead`
     * must use the same parameters, so that their types are known.
     */
    without,
    /** Replaces the time condition of every throttle, until `restoreGuards`. */
    withoutThrottle: (): RemovedGuard => without(THROTTLE_DUE, THROTTLE_ALWAYS_DUE),
    restoreGuards: () => {
      cut = []
    },
    /**
     * Runs `work` against the server's database while waiting for locks. Needed where calls reach the lock slowly, as
     * with password hashing: an idle connection would be taken for stuck.
     */
    whileWaiting: (work: () => Promise<unknown>) => {
      beside = work
    },
    /** Returns and clears the SQLSTATEs of failed statements. */
    takeFailures: (): string[] => failures.splice(0),
    /** Returns how many statements failed by a deadlock, and clears the failures. */
    takeDeadlocks: (): number => failures.splice(0).filter((code) => code === DEADLOCK).length,
    waitForLocks,
    whileHeld,
    /**
     * Starts all calls while `lock` is held, releases it when `waiting` of them wait, and resolves with their results.
     */
    runTogether: <T>(url: string, lock: Statement, calls: (() => Promise<T>)[], waiting = calls.length): Promise<T[]> =>
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
