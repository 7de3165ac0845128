import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FILE_DAY_BYTES } from '#contract/limits.ts'
import { takeQuota } from '#server/modules/session/service.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'

/** One less than the connections of the pool. */
const MANY = 15
/** A fifth of the daily quota: four more fit beside the first. */
const BYTES = Math.floor(FILE_DAY_BYTES / 5)

describe('the quota of a day on postgres', () => {
  const race = openRace()
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => Date.UTC(2026, 10, 21, 3) })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const take = (memberId: string) =>
    app.deps.db.transaction((tx) => takeQuota(tx, app.deps, 'pictures', { memberId, bytes: BYTES }))
  /** Returns how many of `MANY` concurrent calls get their share. */
  const takeTogether = async (): Promise<number> => {
    const memberId = crypto.randomUUID()
    await take(memberId)
    const calls = Array.from(
      { length: MANY },
      () => () =>
        take(memberId).then(
          () => 1,
          () => 0,
        ),
    )
    const lock = { text: 'select 1 from throttle for update', values: [] }
    const taken = await race.runTogether<number>(app.deps.config.databaseUrl ?? '', lock, calls)
    return taken.filter(Boolean).length
  }

  test('concurrent calls never exceed the quota', async () => {
    expect(await takeTogether()).toBe(4)
  })
  test('twin: without the condition on the throttle’s time, concurrent calls exceed the quota', async () => {
    const cut = race.withoutThrottle()
    expect(await takeTogether()).toBe(MANY)
    expect(cut.count).toBeGreaterThanOrEqual(MANY)
  })
})
