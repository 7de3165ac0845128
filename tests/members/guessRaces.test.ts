import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { DAY_MS } from '#contract/time.ts'
import { openApp } from '../harness/app.ts'
import { freshEmail, type App } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'

/** One less than the connections of the pool. */
const MANY = 15
/** Wrong passwords for one account before it is throttled. */
const BURST = 20

describe('many guesses at once on postgres', () => {
  const race = openRace()
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => (now += 1) })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => {
    race.restoreGuards()
    now += DAY_MS
  })
  afterAll(async () => {
    race.close()
    await app.close()
  })

  /**
   * Returns how many passwords of one account are checked when 13 neighbourhoods have tried and 15 more try at once.
   */
  const guessTogether = async () => {
    const id = freshEmail()
    const guess = (ip: string) => app.call(account.login, { body: { id, password: 'Wrong-2026!' }, ip })
    for (let nth = 0; nth < 13; nth += 1) await guess(`10.1.${nth}.1`)
    const calls = Array.from({ length: MANY }, (_, nth) => () => guess(`10.2.${nth}.1`))
    const lock = { text: 'select 1 from throttle for update', values: [] }
    const answers = await race.runTogether(app.deps.config.databaseUrl ?? '', lock, calls)
    return 13 + answers.filter(({ status }) => status.code === 'E_LOGIN').length
  }

  test('passwords from many neighbourhoods are checked no more often than one account allows', async () => {
    expect(await guessTogether()).toBe(BURST)
  })
  test('twin: without the condition on the throttle’s time, all passwords are checked', async () => {
    race.withoutThrottle()
    expect(await guessTogether()).toBe(13 + MANY)
  })
})
