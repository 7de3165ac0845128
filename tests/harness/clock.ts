import { DAY_MS } from '#contract/time.ts'

/** A phone's clock under the test's control. Timers run only when the test advances it. */
export interface TestClock {
  wall: () => number
  monotonic: () => number
  after: (ms: number, job: () => void) => () => void
  /** Lets `ms` pass: both clocks advance and due timers run in order. */
  advance: (ms: number) => void
  /** Sets the wall clock, as a person does; the monotonic clock does not change. */
  set: (wall: number) => void
}

export const START = Date.UTC(2026, 10, 21, 3, 0, 0)

/**
 * Returns noon of the present or the next day in Korea, in ms. Clocks beside a database that was filled at the real time
 * start then: digests, states and prices change with the Korean day, so a test that started at 23:30 and let an hour pass
 * would see another day.
 */
export const koreanNoon = (now = Date.now()): number => {
  const dayMs = DAY_MS
  return Math.ceil((now - START) / dayMs) * dayMs + START
}

export const createTestClock = (start = START): TestClock => {
  let monotonic = 0
  let wall = start
  let order = 0
  const timers = new Map<number, { at: number; job: () => void }>()

  const elapse = (ms: number) => {
    monotonic += ms
    wall += ms
  }
  return {
    wall: () => wall,
    monotonic: () => monotonic,
    after: (ms, job) => {
      order += 1
      const id = order
      timers.set(id, { at: monotonic + ms, job })
      return () => timers.delete(id)
    },
    advance: (ms) => {
      const end = monotonic + ms
      for (;;) {
        const due = [...timers]
          .filter(([, { at }]) => at <= end)
          .toSorted((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
        if (!due) break
        timers.delete(due[0])
        elapse(Math.max(0, due[1].at - monotonic))
        due[1].job()
      }
      elapse(end - monotonic)
    },
    set: (to) => {
      wall = to
    },
  }
}
