import type { FastifyReply } from 'fastify'
import { Refusal } from './refusal.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Writes of one member in a day. A queue of 200 from a fortnight offline is far below. */
const WRITES_PER_DAY = 3_000
/** From then on, members who have their whole allowance are forgotten. */
const KNOWN_MAX = 10_000

/** `tokens` of an allowance at a time; it refills evenly. */
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
  // A clock that was set back refills nothing and takes nothing.
  one.tokens = Math.min(one.size, one.tokens + Math.max(0, now - one.at) / one.everyMs)
  one.at = now
}

/** Milliseconds until one more is left. */
const waitOf = ({ tokens, everyMs }: Bucket): number => (tokens >= 1 ? 0 : (1 - tokens) * everyMs)

export interface WritePace {
  /** Takes one write from a member's allowance. Throws `E_THROTTLED` with the seconds to wait. */
  take: (memberId: string, now: number) => void
}

/**
 * Paces all writes of one member, whatever the call: `perMinute` at once and then evenly, `WRITES_PER_DAY` a day. Kept
 * in memory, by each process for itself: a refusal costs no statement.
 */
export const createWritePace = (perMinute: number): WritePace => {
  const bucketsByMember = new Map<string, Bucket[]>()
  const forget = (now: number): void => {
    for (const [memberId, buckets] of bucketsByMember) {
      for (const one of buckets) refill(one, now)
      if (buckets.every(({ tokens, size }) => tokens >= size)) bucketsByMember.delete(memberId)
    }
  }
  return {
    take: (memberId, now) => {
      if (bucketsByMember.size >= KNOWN_MAX && !bucketsByMember.has(memberId)) forget(now)
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

/** Work of which each member has one at a time. */
export const createSingles = () => {
  const busy = new Set<string>()
  return {
    /** Throws `E_BUSY` while this member's last one goes on. Call the answer once it has ended. */
    begin: (memberId: string): (() => void) => {
      if (busy.has(memberId)) throw new Refusal('E_BUSY', { retryAfter: 1 })
      busy.add(memberId)
      return () => busy.delete(memberId)
    },
  }
}

/**
 * Calls `end` when a request is over: when its `work` has ended, or when its connection closes before the work began.
 * A caller who hangs up does not end the work.
 */
export const untilOver = (reply: FastifyReply, end: () => void): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let working = false
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
