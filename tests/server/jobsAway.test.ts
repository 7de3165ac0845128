import { afterAll, beforeAll, expect, test } from 'vitest'
import { job as jobTable } from '#server/db/schema/job.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { externalJob, runJobs, schedule } from '#server/modules/job/service.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { openRelay } from '../harness/relay.ts'

/** Jobs that are running when the database goes away. A rejection that nobody handles would end the server. */

const BACK_MS = 60_000

let app: App
let relay: Awaited<ReturnType<typeof openRelay>>
beforeAll(async () => {
  relay = await openRelay()
  app = await openApp({ engine: 'postgres', mapDatabaseUrl: relay.relayUrl })
})
afterAll(async () => {
  await app.close()
  relay.close()
})

test('a job that fails while the database is away ends before its loop does, and leaves no rejection unhandled', async () => {
  const { db, clock } = app.deps
  const rejections: unknown[] = []
  const note = (reason: unknown): unknown => rejections.push(reason)
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    let [begunCount, endedCount] = [0, 0]
    const failing = externalJob('away-failing', async () => {
      begunCount += 1
      relay.silence(true)
      await db.execute('select 1').catch(() => undefined)
      // Later than the failure of the loop that leases the next job.
      await new Promise((resolve) => setImmediate(resolve))
      endedCount += 1
      throw new Error('the database is away')
    })
    const plan = (key: string) => db.transaction((tx) => schedule(tx, { kind: 'away-failing', key, dueAt: clock() }))
    for (const key of ['a', 'b']) await plan(key)
    const failure: unknown = await runJobs(app.deps, [failing]).catch((error: unknown) => error)
    expect(isDatabaseAway(failure)).toBe(true)
    expect(begunCount).toBeGreaterThan(0)
    expect(endedCount).toBe(begunCount)
    // A handler of rejections is looked for when the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve))
    expect(rejections).toEqual([])
  } finally {
    relay.silence(false)
    process.off('unhandledRejection', note)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
  const until = Date.now() + BACK_MS
  while ((await db.delete(jobTable).catch(() => null)) === null) expect(Date.now()).toBeLessThan(until)
})
