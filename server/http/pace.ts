import type { FastifyReply } from 'fastify'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { Refusal } from './refusal.ts'

/** Writes of one member in a day. A full outbox of 200 actions is far below. */
const WRITES_PER_DAY = 3_000
/** Above this many members, those whose buckets are full are deleted. */
const KNOWN_MAX = 10_000

/** A token bucket: it holds up to `size` tokens and gains one every `everyMs`. */
interface Bucket {
  size: number
  everyMs: number
  tokens: number
  at: number
}

const bucket = (size: number, periodMs: number, now: number): Bucket => ({
  size,
  everyMs: periodMs / size,
  tokens: size,
  at: now,
})

const refill = (one: Bucket, now: number): void => {
  // A clock that was set back neither refills nor drains the bucket.
  one.tokens = Math.min(one.size, one.tokens + Math.max(0, now - one.at) / one.everyMs)
  one.at = now
}

/** Milliseconds until a token is available. */
const waitOf = ({ tokens, everyMs }: Bucket): number => (tokens >= 1 ? 0 : (1 - tokens) * everyMs)

export interface WritePace {
  /** Takes one write from a member's buckets. Throws `E_THROTTLED` with the seconds to wait. */
  take: (memberId: string, now: number) => void
}

/**
 * Limits all writes of one member together, by token buckets: bursts of `perMinute`, and `WRITES_PER_DAY`. Buckets are
 * kept in the memory of each process, so that a refusal costs no SQL statement.
 */
export const createWritePace = (perMinute: number): WritePace => {
  const bucketsByMember = new Map<string, Bucket[]>()
  const deleteFull = (now: number): void => {
    for (const [memberId, buckets] of bucketsByMember) {
      for (const one of buckets) refill(one, now)
      if (buckets.every(({ tokens, size }) => tokens >= size)) bucketsByMember.delete(memberId)
    }
  }
  return {
    take: (memberId, now) => {
      if (bucketsByMember.size >= KNOWN_MAX && !bucketsByMember.has(memberId)) deleteFull(now)
      const buckets = bucketsByMember.get(memberId) ?? [
        bucket(perMinute, MINUTE_MS, now),
        bucket(Math.max(perMinute, WRITES_PER_DAY), DAY_MS, now),
      ]
      bucketsByMember.set(memberId, buckets)
      for (const one of buckets) refill(one, now)
      const waitMs = Math.max(...buckets.map(waitOf))
      if (waitMs > 0) throw new Refusal('E_THROTTLED', { retryAfter: Math.ceil(waitMs / 1000) })
      for (const one of buckets) one.tokens -= 1
    },
  }
}

/** Creates a guard that lets each member do one piece of work at a time. */
export const createSingles = () => {
  const busy = new Set<string>()
  return {
    /** Returns the function to call when the work has ended. Throws `E_KEY_RUNNING` while earlier work is running. */
    begin: (memberId: string): (() => void) => {
      if (busy.has(memberId)) throw new Refusal('E_KEY_RUNNING', { retryAfter: 1 })
      busy.add(memberId)
      return () => busy.delete(memberId)
    },
  }
}

/**
 * Returns a function that runs the work of one request. Calls `end` when that work has settled, or when the connection
 * closes before it began. A caller who hangs up does not stop work that is running.
 */
export const endAfterWork = (reply: FastifyReply, end: () => void): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let working = false
  // Who hangs up while the token is checked has closed the connection already, and no other event follows.
  if (reply.raw.destroyed) end()
  reply.raw.once('close', () => {
    if (!working) end()
  })
  return async (work) => {
    working = true
    try {
      return await work()
    } finally {
      end()
    }
  }
}
