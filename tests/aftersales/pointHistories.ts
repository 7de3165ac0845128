import { HOUR_MS } from '#contract/time.ts'

/**
 * Random histories of a member's points, and a model of them in which each point is one number: the instant at which it
 * expires. It uses nothing of the rules that it checks.
 */

/** `nth` counts the earlier steps of the kind that it refers to. Points without `validDays` never expire. */
export type Step =
  | { kind: 'wait'; hours: number }
  | { kind: 'earn'; amount: number; validDays: number | null }
  | { kind: 'spend'; amount: number }
  | { kind: 'return'; nth: number; validDays: number }
  | { kind: 'take_back'; nth: number }
  | { kind: 'job' }

/** 09:30 on 1 March 2027 in Korea. */
export const STARTS_AT = Date.UTC(2027, 2, 1, 0, 30)

/** Returns numbers in [0, 1) that are the same in each run (xorshift). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Draws a history; points are few, so that most steps touch the end of something. */
export const drawHistory = (random: () => number): Step[] => {
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  // Some are valid for less time than the reminder takes, others for longer.
  const drawDays = () => 1 + upTo(7) + 30 * upTo(1)
  const drawn = { earn: 0, spend: 0 }
  const drawStep = (): Step => {
    const sort = upTo(10)
    if (sort <= 2) return { kind: 'wait', hours: [1, 24 * upTo(9), 24 * (20 + upTo(12))][upTo(2)] ?? 0 }
    if (sort <= 5 || drawn.earn === 0) {
      drawn.earn += 1
      return { kind: 'earn', amount: 1 + upTo(19), validDays: random() < 0.15 ? null : drawDays() }
    }
    if (sort <= 7 || drawn.spend === 0) {
      drawn.spend += 1
      return { kind: 'spend', amount: 1 + upTo(24) }
    }
    if (sort === 8) return { kind: 'return', nth: upTo(drawn.spend - 1), validDays: drawDays() }
    if (sort === 9) return { kind: 'take_back', nth: upTo(drawn.earn - 1) }
    return { kind: 'job' }
  }
  return Array.from({ length: 6 + upTo(18) }, drawStep)
}

/** Returns the end of the day in Korea that is `days` after the one of `now`. */
export const endOfKoreanDay = (now: number, days: number): number => {
  const korean = new Date(now + 9 * HOUR_MS)
  return Date.UTC(korean.getUTCFullYear(), korean.getUTCMonth(), korean.getUTCDate() + days + 1) - 9 * HOUR_MS
}

/** What a step does to the points of the model. */
export interface Effect {
  now: number
  /** Points that the step added, spent or took; 0: it was refused, or there was nothing. */
  moved: number
  /** When the added ones expire; Infinity: never. */
  expireAt: number
  /** The points of the member after it. */
  points: readonly number[]
}

/** Creates a model of one member. Points are taken one by one, the one that expires first before the others. */
export const createPoints = () => {
  let now = STARTS_AT
  let points: number[] = []
  const earned: { amount: number; expireAt: number }[] = []
  const spent: number[] = []
  const add = (count: number, expireAt: number): number => {
    for (let nth = 0; nth < count; nth += 1) points.push(expireAt)
    return count
  }
  const take = (count: number): number => {
    points.sort((a, b) => a - b)
    points.splice(0, count)
    return count
  }
  const play = (step: Step): [moved: number, expireAt?: number] => {
    if (step.kind === 'wait') now += step.hours * HOUR_MS
    points = points.filter((expireAt) => now < expireAt)
    if (step.kind === 'earn') {
      const expireAt = step.validDays === null ? Infinity : endOfKoreanDay(now, step.validDays)
      earned.push({ amount: step.amount, expireAt })
      return [add(step.amount, expireAt), expireAt]
    }
    if (step.kind === 'spend') {
      const isEnough = step.amount <= points.length
      spent.push(isEnough ? step.amount : 0)
      return [isEnough ? take(step.amount) : 0]
    }
    if (step.kind === 'return') {
      const count = spent[step.nth] ?? 0
      spent[step.nth] = 0
      const expireAt = endOfKoreanDay(now, step.validDays)
      return [add(count, expireAt), expireAt]
    }
    const order = step.kind === 'take_back' ? earned[step.nth] : undefined
    if (!order || order.expireAt <= now) return [0]
    const count = Math.min(order.amount, points.length)
    order.amount -= count
    return [take(count)]
  }
  return {
    play: (step: Step): Effect => {
      const [moved, expireAt = Infinity] = play(step)
      return { now, moved, expireAt, points: points.toSorted((a, b) => a - b) }
    },
  }
}
