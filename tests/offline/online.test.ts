import { expect, test } from 'vitest'
import { createTestClock } from '../harness/clock.ts'
import { createOnline } from '#sync/online.ts'
import type { Platform } from '#sync/platform.ts'

/** A page whose requests all fail; `requests` holds the time of each. */
const lostPage = (random: number) => {
  const clock = createTestClock()
  const requests: number[] = []
  const platform: Partial<Platform> = {
    onLine: () => true,
    visible: () => true,
    random: () => random,
    monotonic: clock.monotonic,
    schedule: clock.after,
  }
  const online = createOnline(platform as Platform, async () => {
    requests.push(clock.monotonic())
    online.recordRequest(false)
  })
  /** Returns the ms until the page's next probe. */
  const wait = async () => {
    const before = clock.monotonic()
    const count = requests.length
    while (requests.length === count) {
      clock.advance(500)
      // A request ends before the next begins.
      await Promise.resolve()
      await Promise.resolve()
    }
    return (requests.at(-1) ?? 0) - before
  }
  return { clock, online, wait }
}

test.each([
  [1, [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
  [0, [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
])('an offline page probes after twice the time, up to 30 s, with the random number %i (O41)', async (by, waits) => {
  const { online, wait } = lostPage(by)
  online.recordRequest(false)
  const delays: number[] = []
  while (delays.length < waits.length) delays.push(await wait())
  expect(delays).toEqual(waits)
})

test.each([
  [60_000, 16_000],
  [60_001, 2_000],
])('offline again after %i ms online, the page probes after %i ms (O41)', async (calm, waits) => {
  const { clock, online, wait } = lostPage(1)
  online.recordRequest(false)
  await wait()
  await wait()
  online.recordRequest(true)
  clock.advance(calm)
  online.recordRequest(false)
  expect(await wait()).toBe(waits)
})

test('with an answer, listeners get the time for which none had come (O32)', () => {
  const { clock, online } = lostPage(1)
  const recoveries: [boolean, number][] = []
  online.onAnswer((isRecovered, lostFor) => recoveries.push([isRecovered, lostFor]))
  online.recordRequest(true)
  online.recordRequest(false)
  clock.advance(1_234)
  online.recordRequest(true)
  online.recordRequest(true)
  expect(recoveries).toEqual([
    [false, 0],
    [true, 1_234],
    [false, 0],
  ])
})
