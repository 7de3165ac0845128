import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { DatabaseAway } from './databaseAway.ts'
import { spoilsConnection } from './errors.ts'
import { destroy, releaseOnce, textOf, type Release } from './poolClient.ts'
import { TICK_MS, type Starvation } from './starvation.ts'

/** The database counts as stuck when queries wait and it gives no sign of life for this long. */
const STUCK_MS = 800
/** Without a sign of life for this long, a second connection is probed. */
const SUSPECT_MS = 300
/**
 * A database that answers probes but no call for this long (a table is locked) counts as stuck. A query that is not
 * answered for this long while others are (its commit waits for a lost standby) fails by itself.
 */
const HELD_MS = 8_000
const PROBE_MS = 250
const PROBE_ANSWER_MS = 700
/** A stuck embedded database is restarted after this. */
const HOPELESS_MS = 10_000
/** On a busy machine a deadline is extended to at most this multiple of its length. */
const EXTENSION_MAX_FACTOR = 10

type Callback = (error: Error | undefined, client?: PoolClient, release?: Release) => void

/** What the watchdog needs besides the pool. */
export interface WatchdogOptions {
  /** Called when the database has been stuck for `HOPELESS_MS`, and again after each further such time. */
  onHopeless: () => void
  log: Logger
  /** Measures the time in which no processor was free; deadlines leave it out. */
  starvation: Starvation
  /** Called when a query has failed because it was not answered for `HELD_MS`. */
  onUnanswered: () => void
  /** Returns whether a statement fails at once rather than being sent. */
  refuses: (text: string) => boolean
  /** Probes over a separate connection; resolves at an answer. Null: the database has one session only. */
  probeSecondConnection: (() => Promise<void>) | null
}

export interface PoolWatchdog {
  /** Connects a client without a deadline, for itself and its queries; destroy it at its release. */
  connectExempt: () => Promise<PoolClient>
  close: () => void
}

/** The start of a deadline: monotonic time, and the time lost to starvation by then. */
interface Mark {
  at: number
  lost: number
}

/**
 * Watches the answers of a pool. A query that waits for a row lock or for its turn is normal as long as other queries,
 * or a probe over a second connection, are answered. After `STUCK_MS` without a sign of life, all waiting and all new
 * queries fail at once with `DatabaseAway`, until a probe is answered. Time in which the database thread or this thread
 * waited for a processor does not count.
 */
export const createPoolWatchdog = (
  pool: Pool,
  { onHopeless, onUnanswered, refuses, log, starvation, probeSecondConnection }: WatchdogOptions,
): PoolWatchdog => {
  /** Number of outstanding answers by client. */
  const busy = new Map<PoolClient, number>()
  /** When a busy client was last answered, or its first query sent. */
  const waitingSince = new Map<PoolClient, Mark>()
  const exempted = new WeakSet<PoolClient>()
  /** Clients whose connection must not be used again. */
  const spoiled = new WeakSet<PoolClient>()
  const refusals = new Set<(error: DatabaseAway) => void>()
  let connecting = 0
  const mark = (): Mark => ({ at: performance.now(), lost: starvation.lostMs() })
  const isOver = ({ at, lost }: Mark, limitMs: number): boolean => {
    const passed = performance.now() - at
    return passed - (starvation.lostMs() - lost) >= limitMs || passed >= limitMs * EXTENSION_MAX_FACTOR
  }
  /** The last answer to a call, and the last sign of life (an answer or a probe). */
  let answeredAt = mark()
  let aliveAt = answeredAt
  let isProbing = false
  let away = false
  let closed = false
  let probing: ReturnType<typeof setTimeout> | undefined

  const noteAnswer = (): void => {
    answeredAt = mark()
    aliveAt = answeredAt
  }
  const noteBegin = (): void => {
    if (busy.size + connecting === 0) noteAnswer()
  }

  const connect = pool.connect.bind(pool) as (callback: Callback) => void

  // Probe through the pool: a stuck pool is no better than a stuck database.
  const probe = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = mark()
      const timer = setInterval(() => {
        if (!isOver(startedAt, PROBE_ANSWER_MS)) return
        clearInterval(timer)
        reject(new DatabaseAway('no answer to a probe'))
      }, TICK_MS)
      const settle = (error?: Error | null): void => {
        clearInterval(timer)
        if (error) reject(error)
        else resolve()
      }
      connect((error, client, release) => {
        if (error || !client) {
          settle(error ?? new DatabaseAway('no connection'))
          return
        }
        client.query('select 1', (failure: Error | null) => {
          release?.(failure ?? undefined)
          settle(failure)
        })
      })
    })

  const recover = (since: Mark): void => {
    probing = setTimeout(() => {
      probe().then(
        () => {
          if (closed) return
          away = false
          noteAnswer()
          log.info('the database answers again')
        },
        () => {
          if (closed) return
          const hopelessNow = isOver(since, HOPELESS_MS)
          if (hopelessNow) onHopeless()
          recover(hopelessNow ? mark() : since)
        },
      )
    }, PROBE_MS)
  }

  const giveUp = (reason: string): void => {
    if (away || closed) return
    away = true
    log.error({ reason }, 'the database does not answer')
    for (const refuse of refusals) refuse(new DatabaseAway(reason))
    refusals.clear()
    for (const client of busy.keys()) destroy(client)
    busy.clear()
    waitingSince.clear()
    recover(mark())
  }

  const waits = (): boolean => busy.size + connecting > 0
  /** Probes over a second connection: a database that answers there is not stuck. */
  const suspect = (): void => {
    if (!probeSecondConnection || isProbing || !isOver(aliveAt, SUSPECT_MS)) return
    isProbing = true
    probeSecondConnection().then(
      () => {
        isProbing = false
        aliveAt = mark()
      },
      () => {
        isProbing = false
      },
    )
  }
  const endUnanswered = (): void => {
    for (const [client, since] of waitingSince) {
      if (!isOver(since, HELD_MS)) continue
      waitingSince.delete(client)
      log.warn('a query was not answered in time, others are')
      destroy(client)
      onUnanswered()
    }
  }
  const reasonToGiveUp = (): string | null => {
    if (!waits()) return null
    if (isOver(aliveAt, STUCK_MS)) return 'no answer in time'
    return performance.now() - answeredAt.at >= HELD_MS ? 'no call is answered' : null
  }
  const timer = setInterval(() => {
    if (!waits() && !away) return
    starvation.tick()
    if (away) return
    suspect()
    // An answer may have arrived while this thread was busy: read it first.
    setImmediate(() => {
      if (!away) endUnanswered()
    })
    if (reasonToGiveUp() === null) return
    setImmediate(() => {
      const reason = reasonToGiveUp()
      if (reason !== null) giveUp(reason)
    })
  }, TICK_MS)
  timer.unref()

  // The client's own listener logs the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // The pool does not listen to a client in use; without this listener a lost connection would end the process.
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection ended'))
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      if (exempted.has(client)) return query(...args)
      const last = args.at(-1)
      const callback = typeof last === 'function' ? (last as (...results: unknown[]) => void) : null
      if (refuses(textOf(args[0]))) {
        const error = new DatabaseAway('the database commits nothing')
        if (!callback) return Promise.reject(error)
        setImmediate(() => callback(error))
        return undefined
      }
      noteBegin()
      busy.set(client, (busy.get(client) ?? 0) + 1)
      if (!waitingSince.has(client)) waitingSince.set(client, mark())
      const finish = (error?: unknown): void => {
        if (error && spoilsConnection(error)) spoiled.add(client)
        const queriesLeft = (busy.get(client) ?? 1) - 1
        if (queriesLeft > 0) busy.set(client, queriesLeft)
        else busy.delete(client)
        if (queriesLeft > 0) waitingSince.set(client, mark())
        else waitingSince.delete(client)
        noteAnswer()
      }
      if (callback) {
        return query(...args.slice(0, -1), (...results: unknown[]) => {
          finish(results[0])
          callback(...results)
        })
      }
      const result = query(...args)
      if (result instanceof Promise) result.then(() => finish(), finish)
      else finish()
      return result
    }
    client.query = watched as typeof client.query
  })

  const guarded = (callback: Callback): void => {
    if (away) {
      setImmediate(() => callback(new DatabaseAway('the database is away')))
      return
    }
    let over = false
    const refuse = (error: DatabaseAway): void => {
      over = true
      callback(error)
    }
    refusals.add(refuse)
    // Only a new connection is work for the database; waiting in the pool's queue is not.
    const fresh = pool.idleCount === 0 && pool.totalCount < (pool.options.max ?? 1)
    if (fresh) {
      noteBegin()
      connecting += 1
    }
    connect((error, client, release) => {
      refusals.delete(refuse)
      if (fresh) {
        connecting -= 1
        noteAnswer()
      }
      if (over) release?.()
      else if (error) {
        callback(new DatabaseAway(error.message, { cause: error }))
        giveUp(error.message)
      } else if (client && release)
        callback(
          undefined,
          client,
          releaseOnce(client, (error) => release(error ?? spoiled.has(client))),
        )
    })
  }
  pool.connect = ((callback?: Callback) =>
    callback
      ? guarded(callback)
      : new Promise((resolve, reject) => {
          guarded((error, client) => (client ? resolve(client) : reject(error ?? new DatabaseAway('no connection'))))
        })) as typeof pool.connect

  return {
    connectExempt: () =>
      new Promise((resolve, reject) => {
        connect((error, client) => {
          if (!client) return reject(error ?? new DatabaseAway('no connection'))
          exempted.add(client)
          resolve(client)
        })
      }),
    close: () => {
      closed = true
      clearInterval(timer)
      clearTimeout(probing)
    },
  }
}
