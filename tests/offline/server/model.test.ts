import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../harness/app.ts'
import type { TestClock } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { live } from '../model.ts'
import { seedOf } from '../seed.ts'
import { townHistory } from '../steps.ts'
import { townOf } from './town.ts'

/** Histories; `npm run faults` lives 2,000. A run is repeated with its `MODEL_SEED`. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 20)

let now = Date.now
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'postgres', clock: () => now() })
})
afterAll(() => app.close())

/** Each history begins where the server's time is. The phone's clock may be set; the server's only goes on. */
const scene = () => {
  const start = now()
  const side = (clock: TestClock) => {
    now = () => start + clock.monotonic()
    return townOf(app, clock)
  }
  return { side, start }
}

/** Promises P1, P2, P3, P4 and P5, whatever happens. */
test(
  'the real server, two members, gifts and news: whatever happens on the way, each has one effect or is told',
  {
    timeout: 86_400_000,
  },
  async () => {
    let lived = 0
    const histories = fc.asyncProperty(townHistory, async (steps) => {
      await live(steps, scene())
      lived += 1
    })
    await fc.assert(histories, { numRuns: HISTORIES, ...seedOf('the real server'), endOnFailure: true })
    expect(lived).toBe(HISTORIES)
  },
)
