import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { Pool } from 'pg'

/**
 * Preloaded into the server of a soak (`node --import`), with `--expose-gc`: answers questions over the channel to its
 * parent. The embedded database has one connection, which is inside the server, so rows are counted here.
 */

export interface Question {
  /** Statements that each return one number, by name. */
  counts: Record<string, string>
}

export interface Sample {
  /** After a forced collection, MB (of 1024 kB). */
  heapMb: number
  rssMb: number
  /** Of the time since the last question. */
  eventLoopP99Ms: number
  counts: Record<string, number>
}

const MB = 1024 ** 2
const NS_PER_MS = 1e6

// The threads of a process preload what the process does.
if (isMainThread && process.send) {
  const pools = new Set<Pool>()
  const connect = Pool.prototype.connect as (...args: unknown[]) => unknown
  Pool.prototype.connect = function (this: Pool, ...args: unknown[]) {
    pools.add(this)
    return connect.apply(this, args)
  } as typeof Pool.prototype.connect

  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()

  const collect = async (): Promise<void> => {
    if (!globalThis.gc) throw new Error('the server was started without --expose-gc')
    globalThis.gc()
    // Finalizers of the first collection release what the second one collects.
    await new Promise((resolve) => setImmediate(resolve))
    globalThis.gc()
  }
  const sample = async ({ counts }: Question): Promise<Sample> => {
    // Before the collection, which stops the loop.
    const eventLoopP99Ms = delay.count > 0 ? delay.percentile(99) / NS_PER_MS : 0
    // Beside the pool of PostgreSQL there is a smaller one for probes.
    const [pool] = [...pools].toSorted((a, b) => (b.options.max ?? 0) - (a.options.max ?? 0))
    const counted: Record<string, number> = {}
    for (const [name, text] of Object.entries(counts)) {
      // An overloaded server has no connection to spare; that is a result, too.
      const answer = await pool?.query<{ n: number }>(text).catch(() => undefined)
      counted[name] = answer?.rows[0]?.n ?? Number.NaN
    }
    await collect()
    const { heapUsed, rss } = process.memoryUsage()
    delay.reset()
    return { heapMb: heapUsed / MB, rssMb: rss / MB, eventLoopP99Ms, counts: counted }
  }
  process.on('message', (question: Question) => {
    void sample(question).then((answer) => process.send?.(answer))
  })
  // The server ends although its parent could ask on.
  process.channel?.unref()
}
