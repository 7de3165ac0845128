import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import * as inquiry from '#contract/calls/inquiry.ts'
import { createPoolWatchdog } from '#server/db/poolWatchdog.ts'
import { createStarvation, type Starvation } from '#server/db/starvation.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { startBusyThreads } from '../harness/burners.ts'
import type { App } from '../harness/factories.ts'
import { openRelay } from '../harness/relay.ts'

/** With so many busy threads beside it, the database gets little processor time. */
const PER_PROCESSOR = 8
/** Takes less than 0.1 s on an idle machine, and more than the guard's deadline beside the burners. */
const work = () => sql`select count(*) from generate_series(1, 300000) as n where n % 7 = 3`
const RUN_MS = 3_000

let stop: () => Promise<void> = () => Promise.resolve()
afterEach(() => stop())

describe.each(drawnEngines())('a machine whose processors are all busy, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  test('answers every write', async () => {
    stop = await startBusyThreads(PER_PROCESSOR)
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

/** Longer than the guard's deadline, shorter than its patience. */
const PAUSE_MS = 2_000

/** Returns how a query ends whose answer is under way while this thread is blocked, and arrives two ticks later. */
const answerAfterPause = async (starvation: Starvation): Promise<string> => {
  const relay = await openRelay()
  const pool = new Pool({ connectionString: relay.relayUrl(`${inject('postgres')}/postgres`), max: 1 })
  let onTick = (): void => undefined
  const ticked = () => new Promise<void>((resolve) => (onTick = resolve))
  const watched: Starvation = {
    tick: () => {
      starvation.tick()
      onTick()
    },
    lostMs: starvation.lostMs,
  }
  const log = pino({ level: 'silent' })
  const guarded = createPoolWatchdog(pool, {
    onHopeless: () => undefined,
    onUnanswered: () => undefined,
    refuses: () => false,
    log,
    starvation: watched,
    probeSecondConnection: null,
  })
  try {
    await pool.query('select 1')
    relay.silence(true)
    const answer = pool.query('select 1').then(
      () => 'answered',
      (error: Error) => error.name,
    )
    for (let nth = 0; nth < 2; nth += 1) await ticked()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    for (let nth = 0; nth < 2; nth += 1) await Promise.race([ticked(), answer])
    relay.silence(false)
    return await answer
  } finally {
    guarded.close()
    relay.close()
  }
}

describe('a server that is starved of processor time for longer than the database’s deadline', () => {
  test('waits for an answer that is under way', async () => {
    expect(await answerAfterPause(createStarvation(() => null))).toBe('answered')
  })
  test('twin: without the measure of lost processor time, the query fails', async () => {
    expect(await answerAfterPause({ tick: () => undefined, lostMs: () => 0 })).toBe('DatabaseAway')
  })
})
