import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'
import { GROUPS, type Group } from '../codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { ALLOWANCE } from './allowance.ts'
import { metresBetween } from './distance.ts'
import { koreanDate, koreanMidnight } from './koreanCalendar.ts'
import { endOf, nextMorning, spansOf } from './openHours.ts'
import { mayStart, windowEnd } from './passWindow.ts'
import { stillOpen } from './stillOpen.ts'

/**
 * “Start now or wait until 09:00?” An estimate of how many attractions an unused pass can enter, one after the other,
 * with either start. Instants are ms UTC, the clock is Korean.
 */

type UnusedPass = Pick<MyPass, 'passType' | 'windowHours' | 'validUntil'>
type Place = Pick<
  Attraction,
  'gdsUid' | 'passGroup' | 'hours' | 'dayOff' | 'lastEntry' | 'visitMinutes' | 'lat' | 'lon'
>

export interface StartPlan {
  /** From when the pass can be started in this plan. */
  start: number
  /** Exclusive end of the pass, by the first entry of the plan. */
  end: number
  /** How many attractions can be entered at any time before the end. */
  placeCount: number
  /** How many of them can be visited one after the other. */
  visitCount: number
  /** The visits by Korean day, `2026-07-01`, without days that have none. */
  days: { date: string; visitCount: number }[]
}

export interface StartComparison {
  /** Null: no attraction that takes the pass can be entered at this minute. */
  now: StartPlan | null
  /** Null: the pass cannot be started any more by then, or nothing opens for it. */
  wait: StartPlan | null
  advice: StartAdvice | null
}

/**
 * The start that clearly allows more visits; null where the difference is small. `now_for_today`: the difference is
 * small for visitors who use the rest of today; for those who only enter one attraction today, waiting allows more.
 */
export type StartAdvice = 'now' | 'wait' | 'now_for_today'

/** Visits begin in these hours, apart from the first one of a pass that is started now: visitors sleep. */
const DAY_HOURS = { first: 8, last: 22 }
/** A way takes ten minutes and four for each kilometre in a straight line: 15 km/h by metro, bus and on foot. */
const WAY_MS = 10 * MINUTE_MS
const WAY_MS_PER_METRE = (4 * MINUTE_MS) / 1000
/** A difference is clear from two visits and a quarter of the larger number on. */
const CLEAR_VISITS = 2
const CLEAR_SHARE = 0.25

/** Time in which a visit may begin, both ends inclusive. */
interface EntrySpan {
  from: number
  until: number
}

interface Candidate {
  place: Place
  /** Its position in the list of all attractions. */
  index: number
  /** The ways to all attractions, by their positions. */
  waysMs: readonly number[]
  group: Group
  visitMs: number
  spans: EntrySpan[]
}

/**
 * Returns when a visit of `place` may begin, from the day of `start` to that of `end`. Without a last entry the visit
 * ends by the closing time; a last entry holds as it is.
 */
const entrySpans = (place: Place, start: number, end: number): EntrySpan[] => {
  const spans: EntrySpan[] = []
  for (let midnight = koreanMidnight(start) - DAY_MS; midnight < end; midnight += DAY_MS)
    for (const span of spansOf(place, midnight)) {
      const { until, by } = endOf(place, span)
      const isOpenEnded = by === 'last_entry' || place.hours.always
      const latest = isOpenEnded ? until : Math.max(span.from, until - place.visitMinutes * MINUTE_MS)
      for (const day of [midnight, midnight + DAY_MS]) {
        const from = Math.max(span.from, day + DAY_HOURS.first * HOUR_MS)
        const last = Math.min(latest, day + DAY_HOURS.last * HOUR_MS)
        if (from <= last) spans.push({ from, until: last })
      }
    }
  return spans.toSorted((a, b) => a.from - b.from)
}

/** Returns when a visit may begin at or after `at`, and until when it could; null when it cannot any more. */
const entryFrom = (spans: readonly EntrySpan[], at: number): EntrySpan | null => {
  const span = spans.find(({ until }) => at <= until)
  return span ? { from: Math.max(at, span.from), until: span.until } : null
}

/** What the next visit of a route is chosen by: the one that ends first, or the one that can be entered least long. */
const ORDERS = [
  ({ from }: EntrySpan, visitMs: number): number => from + visitMs,
  ({ until }: EntrySpan): number => until,
]

/** Returns the ways between all places, ms, by their positions in the list: routes compare each thousands of times. */
const waysBetween = (places: readonly Place[]): number[][] =>
  places.map((from) => places.map((to) => WAY_MS + metresBetween(from, to) * WAY_MS_PER_METRE))

/**
 * Returns the entries of a route that begins with `first` at `at`. Each next visit is the first by `order` of those that
 * can be entered before `end`.
 */
const routeFrom = (
  passType: MyPass['passType'],
  candidates: readonly Candidate[],
  first: Candidate,
  at: number,
  end: number,
  order: (span: EntrySpan, visitMs: number) => number,
): number[] => {
  const allowance = { ...(ALLOWANCE[passType] ?? { A: Number.POSITIVE_INFINITY, B: Number.POSITIVE_INFINITY }) }
  const open = new Set(candidates)
  const entries: number[] = []
  for (let next: { candidate: Candidate; entry: number } | null = { candidate: first, entry: at }; next;) {
    const { candidate: visited, entry } = next
    open.delete(visited)
    allowance[visited.group] -= 1
    entries.push(entry)
    const leave = entry + visited.visitMs
    next = null
    let least = Number.POSITIVE_INFINITY
    for (const candidate of open) {
      if (allowance[candidate.group] <= 0) continue
      const span = entryFrom(candidate.spans, leave + (visited.waysMs[candidate.index] ?? 0))
      if (span === null || span.from >= end) continue
      const rank = order(span, candidate.visitMs)
      if (rank >= least) continue
      least = rank
      next = { candidate, entry: span.from }
    }
  }
  return entries
}

interface Start {
  at: number
  /** The first visit begins at `at` or not at all. */
  isNow: boolean
  /** The first visit is the only one of its day. */
  skipsRestOfDay?: true
}

/** Returns the best plan over all first visits and orders; null where there is no first visit within a day. */
const planFrom = (pass: UnusedPass, places: readonly Place[], ways: number[][], start: Start): StartPlan | null => {
  const { at, isNow, skipsRestOfDay = false } = start
  const { passType, windowHours, validUntil } = pass
  const secondDay = koreanMidnight(at) + DAY_MS
  const held = { passType, expiresAt: null, admissions: [], groups: null }
  const candidates = places.flatMap((place, index): Candidate[] => {
    const group = GROUPS.find((each) => each === place.passGroup)
    // A day more than the window: the first entry may be a day after the start.
    const all = entrySpans(place, at, windowEnd(at, windowHours) + DAY_MS)
    const spans = skipsRestOfDay ? all.filter(({ from }) => from >= secondDay) : all
    return group
      ? [{ place, index, waysMs: ways[index] ?? [], group, visitMs: place.visitMinutes * MINUTE_MS, spans }]
      : []
  })
  let best: number[] = []
  for (const first of candidates) {
    const entry = isNow
      ? stillOpen(held, first.place, at)?.kind === 'now'
        ? at
        : null
      : (entryFrom(first.spans, at)?.from ?? null)
    if (entry === null || entry >= at + DAY_MS || !mayStart(validUntil, entry)) continue
    for (const order of ORDERS) {
      const entries = routeFrom(passType, candidates, first, entry, windowEnd(entry, windowHours), order)
      if (entries.length > best.length) best = entries
    }
  }
  const [firstEntry] = best
  if (firstEntry === undefined) return null
  const end = windowEnd(firstEntry, windowHours)
  const enterable = places.filter((place) => {
    const kind = stillOpen({ ...held, expiresAt: end }, place, at)?.kind
    return kind === 'now' || kind === 'later'
  })
  const days = Map.groupBy(best, koreanDate)
  return {
    start: at,
    end,
    placeCount: enterable.length,
    visitCount: best.length,
    days: [...days].map(([date, entries]) => ({ date, visitCount: entries.length })),
  }
}

/**
 * Compares starting an unused pass at `now` with waiting until the next 09:00 in Korea. Attractions whose hours are not
 * known, and those that do not take the pass, do not count.
 */
export const compareStarts = (pass: UnusedPass, places: readonly Place[], now: number): StartComparison => {
  const ways = waysBetween(places)
  const nowPlan = planFrom(pass, places, ways, { at: now, isNow: true })
  const wait = planFrom(pass, places, ways, { at: nextMorning(now), isNow: false })
  if (!nowPlan || !wait) return { now: nowPlan, wait, advice: null }
  if (isClear(wait, nowPlan)) return { now: nowPlan, wait, advice: 'wait' }
  if (isClear(nowPlan, wait)) return { now: nowPlan, wait, advice: 'now' }
  const isSameDay = koreanDate(wait.start) === koreanDate(now)
  const oneToday = isSameDay ? null : planFrom(pass, places, ways, { at: now, isNow: true, skipsRestOfDay: true })
  return { now: nowPlan, wait, advice: oneToday && isClear(wait, oneToday) ? 'now_for_today' : null }
}

/** Returns whether a plan has clearly more visits than another one. */
const isClear = ({ visitCount }: StartPlan, than: StartPlan): boolean =>
  visitCount - than.visitCount >= Math.max(CLEAR_VISITS, visitCount * CLEAR_SHARE)
