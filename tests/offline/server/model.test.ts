import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { openApp } from '../../harness/app.ts'
import type { TestClock } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { runHistory } from '../model.ts'
import { seedOf } from '../modelSeed.ts'
import { giftServerHistory } from '../steps.ts'
import { createRealSide } from './realServerSide.ts'

/** Number of histories; `npm run faults` runs 2,000. `MODEL_SEED` repeats a run. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 20)

let now = Date.now
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'postgres', clock: () => now() })
})
afterAll(() => app.close())

/** Each history starts at the server's present time. Steps may set the phone's clock; the server's only advances. */
const scene = () => {
  const start = now()
  const side = (clock: TestClock) => {
    now = () => start + clock.monotonic()
    return createRealSide(app, clock)
  }
  return { side, start }
}

test(
  'after any random history with the real server each action has one effect or is shown as refused (P1, P2, P3, P4, P5)',
  {
    timeout: DAY_MS,
  },
  async () => {
    let lived = 0
    const histories = fc.asyncProperty(giftServerHistory, async (steps) => {
      await runHistory(steps, scene())
      lived += 1
    })
    await fc.assert(histories, { numRuns: HISTORIES, ...seedOf('the real server'), endOnFailure: true })
    expect(lived).toBe(HISTORIES)
  },
)
