import { afterAll, afterEach, beforeAll } from 'vitest'
import { openRace } from '../harness/race.ts'
import { openGates, type Gates } from './gates.ts'

/**
 * Opens gates on PostgreSQL for the races of the `describe` that calls it; the embedded database has one connection and
 * shows no race. `gates` works once tests run; after each test the removed guards are restored. `env`: settings of
 * the server.
 */
export const raceGates = (env: Record<string, string> = {}) => {
  const race = openRace()
  let opened: Gates | undefined
  beforeAll(async () => {
    opened = await openGates('postgres', undefined, env)
  })
  afterEach(() => race.restoreGuards())
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
