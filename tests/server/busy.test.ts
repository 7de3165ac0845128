import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as inquiry from '#contract/calls/inquiry.ts'
import { ENGINES, openApp } from '../harness/app.ts'
import { startBurners } from '../harness/burners.ts'
import type { App } from '../harness/factories.ts'

/** With so many threads beside it, the database gets a processor for a small part of the time. */
const PER_PROCESSOR = 8
/** Less than a tenth of a second of a free processor, and more than the guard's deadline beside the burners. */
const work = () => sql`select count(*) from generate_series(1, 300000) as n where n % 7 = 3`
const RUN_MS = 3_000

let stop: () => Promise<void> = () => Promise.resolve()
afterEach(() => stop())

describe.each(ENGINES)('a machine whose processors are all busy, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  test('is no reason to refuse anybody: every write is answered', async () => {
    stop = await startBurners(PER_PROCESSOR)
    const began = performance.now()
    const codes: string[] = []
    while (performance.now() - began < RUN_MS) {
      const [, { status }] = await Promise.all([
        app.deps.db.execute(work()),
        app.call(inquiry.insertInquiry, { body: { email: 'a@mail.example', content: 'Are you there?' } }),
      ])
      codes.push(status.code)
    }
    expect(new Set(codes)).toEqual(new Set(['200']))
  })
})
