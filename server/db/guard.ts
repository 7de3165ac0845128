import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { beginLate } from './begin.ts'

/** The database is away or stuck. Becomes 503 `E_UNAVAILABLE`. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** Waiting work without a single answer for this long means that the database is stuck. */
const STUCK_MS = 800
const PROBE_MS = 250
const PROBE_ANSWER_MS = 700
/** A stuck embedded database is started anew after this. */
const HOPELESS_MS = 10_000

type Release = (error?: Error | boolean) => void
type Callback = (error: Error | undefined, client?: PoolClient, release?: Release) => void

/** What the guard asks of the pool's surroundings. */
interface Around {
  hopeless: () => void
  log: Logger
}

/**
 * Watches the answers of a pool. A query that waits for a row or for its turn is no fault as long as others are
 * answered; when nothing is answered for `STUCK_MS`, all that waits is refused at once with `DatabaseAway`, and so is
 * all that comes, until a probe is answered again.
 */
export const guard = (pool: Pool, { hopeless, log }: Around): { close: () => void } => {
  /** Clients that wait for answers, and for how many. */
  const busy = new Map<PoolClient, number>()
  const refusals = new Set<(error: DatabaseAway) => void>()
  let connecting = 0
  let answeredAt = performance.now()
  let away = false
  let closed = false
  let probing: ReturnType<typeof setTimeout> | undefined

  const answered = (): void => {
    answeredAt = performance.now()
  }
  const began = (): void => {
    if (busy.size + connecting === 0) answered()
  }

  const connect = pool.connect.bind(pool) as (callback: Callback) => void

  // Through the pool itself: a pool that is stuck is no better than a database that is.
  const probe = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new DatabaseAway('no answer to a probe')), PROBE_ANSWER_MS)
      const done = (error?: Error | null): void => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve()
      }
      connect((error, client, release) => {
        if (error || !client) {
          done(error ?? new DatabaseAway('no connection'))
          return
        }
        client.query('select 1', (failure: Error | null) => {
          release?.(failure ?? undefined)
          done(failure)
        })
      })
    })

  const recover = (since: number): void => {
    probing = setTimeout(() => {
      probe().then(
        () => {
          if (closed) return
          away = false
          answered()
          log.info('the database answers again')
        },
        () => {
          if (closed) return
          const hopelessNow = performance.now() - since > HOPELESS_MS
          if (hopelessNow) hopeless()
          recover(hopelessNow ? performance.now() : since)
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
    recover(performance.now())
  }

  const timer = setInterval(() => {
    if (busy.size + connecting === 0 || performance.now() - answeredAt < STUCK_MS) return
    // An answer may have come while this thread was busy: let it be read first.
    setImmediate(() => {
      if (busy.size + connecting > 0 && performance.now() - answeredAt >= STUCK_MS) giveUp('no answer in time')
    })
  }, 50)
  timer.unref()

  // Said by the client itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // A client inside a transaction has no listener of the pool's: its end must not end the process. Its query fails.
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection ended'))
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      began()
      busy.set(client, (busy.get(client) ?? 0) + 1)
      const done = (): void => {
        const left = (busy.get(client) ?? 1) - 1
        if (left > 0) busy.set(client, left)
        else busy.delete(client)
        answered()
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        const callback = last as (...results: unknown[]) => void
        return query(...args.slice(0, -1), (...results: unknown[]) => {
          done()
          callback(...results)
        })
      }
      const result = query(...args)
      if (result instanceof Promise) result.then(done, done)
      else done()
      return result
    }
    client.query = watched as typeof client.query
    beginLate(client)
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
    // Only a new connection is work for the database; a turn in the queue is not.
    const fresh = pool.idleCount === 0 && pool.totalCount < (pool.options.max ?? 1)
    if (fresh) {
      began()
      connecting += 1
    }
    connect((error, client, release) => {
      refusals.delete(refuse)
      if (fresh) {
        connecting -= 1
        answered()
      }
      if (over) release?.()
      else if (error) {
        callback(new DatabaseAway(error.message, { cause: error }))
        giveUp(error.message)
      } else if (client && release) callback(undefined, client, releaseOnce(client, release))
    })
  }
  pool.connect = ((callback?: Callback) =>
    callback
      ? guarded(callback)
      : new Promise((resolve, reject) => {
          guarded((error, client) => (client ? resolve(client) : reject(error ?? new DatabaseAway('no connection'))))
        })) as typeof pool.connect

  return {
    close: () => {
      closed = true
      clearInterval(timer)
      clearTimeout(probing)
    },
  }
}

/**
 * Gives the place in the pool back when the connection ends, whatever its holder does: drizzle forgets a client whose
 * `begin` failed, and a pool of one would be empty for ever.
 */
const releaseOnce = (client: PoolClient, release: Release): Release => {
  let released = false
  const ended = (): void => once(true)
  const once: Release = (error) => {
    if (released) return
    released = true
    client.off('end', ended)
    release(error)
  }
  client.on('end', ended)
  client.release = once
  return once
}

const destroy = (client: PoolClient): void => {
  const { connection } = client as PoolClient & { connection: { stream: { destroy: (error: Error) => void } } }
  connection.stream.destroy(new DatabaseAway('no answer in time'))
}
