import { afterAll, afterEach, beforeAll } from 'vitest'
import { openRace } from '../harness/race.ts'
import { openGates, type Gates } from './kit.ts'

/**
 * Gates on PostgreSQL for the races of the `describe` that calls this: one connection cannot show a race. `gates` are
 * open by the time a test runs; each test starts with whole statements.
 */
export const raceGates = () => {
  const race = openRace()
  let opened: Gates | undefined
  beforeAll(async () => {
    opened = await openGates('postgres')
  })
  afterEach(() => race.whole())
  afterAll(async () => {
    race.close()
    await opened?.close()
  })
  const gates = (): Gates => {
    if (!opened) throw new Error('The gates are not open yet.')
    return opened
  }
  return { race, gates, url: (): string => gates().deps.config.databaseUrl ?? '' }
}
