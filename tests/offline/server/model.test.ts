import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { openApp } from '../../harness/app.ts'
import type { TestClock } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { replayed, runHistories } from '../histories.ts'
import { runHistory } from '../model.ts'
import { giftServerHistory, type Step } from '../steps.ts'
import { createRealSide } from './realServerSide.ts'

/** Number of histories; `npm run faults` runs 2,000. */
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

const run = (steps: readonly Step[]) => runHistory(steps, scene())

const replay = replayed()
if (replay) test('the replayed history', { timeout: DAY_MS }, () => run(replay.steps).then(() => undefined))
else
  test(
    'after any random history with the real server each action has one effect or is shown as refused (P1, P2, P3, P4, P5)',
    { timeout: DAY_MS },
    async () => {
      let lived = 0
      await runHistories({
        file: import.meta.filename,
        arbitrary: giftServerHistory,
        count: HISTORIES,
        run: async (steps) => {
          await run(steps)
          lived += 1
        },
      })
      expect(lived).toBe(HISTORIES)
    },
  )
