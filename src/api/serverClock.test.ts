import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, MINUTE_MS } from '#contract/time.ts'
import { createClock } from './serverClock.ts'

const TRUE = Date.UTC(2026, 10, 21, 3, 0, 0)
const phone = (wrongBy: number) => {
  let passed = 0
  let set = 0
  const clock = createClock(
    () => TRUE + wrongBy + passed + set,
    () => passed,
  )
  return {
    clock,
    true: () => TRUE + passed,
    pass: (ms: number) => void (passed += ms),
    set: (ms: number) => void (set += ms),
    /** The request takes `toMs` to the server, and its answer `backMs`. */
    hear: (toMs: number, backMs: number) => {
      const sent = passed
      passed += toMs
      const now = TRUE + passed
      passed += backMs
      clock.sample(now, sent, passed)
    },
  }
}

test.each([
  ['a day behind', -DAY_MS],
  ['eleven minutes ahead', 660_000],
  ['nine hours ahead', KST_OFFSET_MS],
  ['in the year 2019', Date.UTC(2019, 0, 1) - TRUE],
])('a clock that is %s is corrected (L10)', (_name, wrongBy) => {
  const { clock, hear, true: truth, pass } = phone(wrongBy)
  hear(100, 100)
  expect(clock.now()).toBe(truth())
  pass(HOUR_MS)
  expect(clock.now()).toBe(truth())
  expect(clock.isVerified()).toBe(true)
})

test('a slow answer does not replace the correction of a faster one (L17)', () => {
  const { clock, hear, true: truth } = phone(5_000)
  hear(50, 50)
  hear(100, 1_500)
  expect(clock.now()).toBe(truth())
  hear(10, 10)
  expect(clock.state()?.roundTrip).toBe(20)
})

test('an old correction is replaced by a slower but fresh one (L17)', () => {
  const { clock, hear, pass } = phone(5_000)
  hear(50, 50)
  pass(11 * MINUTE_MS)
  hear(200, 200)
  expect(clock.state()?.roundTrip).toBe(400)
})

test('a clock that is set back keeps the corrected time, not verified until a server is heard (L18)', () => {
  const { clock, hear, set, true: truth } = phone(0)
  hear(50, 50)
  set(-DAY_MS)
  expect(clock.now()).toBe(truth())
  expect(clock.isVerified()).toBe(false)
  hear(50, 50)
  expect(clock.now()).toBe(truth())
  expect(clock.isVerified()).toBe(true)
})

test('the time after a jump ahead is not verified (L18)', () => {
  const { clock, hear, set } = phone(0)
  hear(50, 50)
  set(KST_OFFSET_MS)
  clock.now()
  expect(clock.isVerified()).toBe(false)
})

test('the time is not verified when it is behind the high-water mark (L18)', () => {
  const { clock } = phone(-DAY_MS)
  clock.restore({ offset: 0, roundTrip: 10, mark: TRUE })
  expect(clock.isVerified()).toBe(false)
  const accuratePhone = phone(0)
  accuratePhone.clock.restore({ offset: 0, roundTrip: 10, mark: TRUE })
  expect(accuratePhone.clock.isVerified()).toBe(true)
})

test('the high-water mark comes only from servers and never falls (L19)', () => {
  const { clock, hear, pass } = phone(0)
  hear(50, 50)
  const mark = clock.state()?.mark ?? 0
  pass(1_000_000)
  clock.now()
  expect(clock.state()?.mark).toBe(mark)
  clock.sample(TRUE - 1_000_000, 0, 10)
  expect(clock.state()?.mark).toBe(mark)
})

test('before any server was heard, the time is the phone’s own', () => {
  expect(phone(0).clock.now()).toBe(TRUE)
})

test.each([
  [4_999, 'still', true],
  [5_000, 'no longer', false],
  [-4_999, 'still', true],
  [-5_000, 'no longer', false],
])('a clock that is set by %i ms is %s verified (L18)', (by, _result, verified) => {
  const { clock, hear, set } = phone(0)
  hear(50, 50)
  clock.now()
  set(by)
  expect(clock.isVerified()).toBe(verified)
})

test.each([
  [5_000, 'still', true],
  [5_001, 'no longer', false],
])('a time %i ms behind the high-water mark is %s verified (L18)', (behind, _result, verified) => {
  const { clock } = phone(0)
  clock.restore({ offset: 0, roundTrip: 10, mark: TRUE + behind })
  expect(clock.isVerified()).toBe(verified)
})

test('of two equally fast answers the later one counts (L17)', () => {
  const { clock, hear, true: truth } = phone(0)
  hear(50, 50)
  hear(100, 0)
  expect(clock.now()).toBe(truth() + 50)
})

test.each([
  [600_000, 100],
  [600_001, 400],
])('when a slower answer comes %i ms after a faster one, the one that counts took %i ms (L17)', (later, roundTrip) => {
  const { clock, hear, pass } = phone(0)
  hear(50, 50)
  pass(later - 400)
  hear(200, 200)
  expect(clock.state()?.roundTrip).toBe(roundTrip)
})

/** The limit is half of both round trips plus a second. */
test.each([
  [1_250, 100],
  [1_251, 400],
  [-1_250, 100],
  [-1_251, 400],
])('when a slower answer differs by %i ms, the one that counts took %i ms (L17)', (by, roundTrip) => {
  const { clock, hear, set } = phone(0)
  hear(50, 50)
  set(by)
  hear(200, 200)
  expect(clock.state()?.roundTrip).toBe(roundTrip)
})
