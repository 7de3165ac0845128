import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Connected } from '#server/db/connect.ts'
import { mailOutbox } from '#server/db/schema/mail.ts'
import { orderJob } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { oldTablesLoop } from '#server/modules/job/module.ts'
import { externalJob, runJobs } from '#server/modules/job/service.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { openRace, type Race } from '../harness/race.ts'
import { oldMail, oldTakeText, type OldTable } from './oldTables.ts'

/** Servers that share the tables of the release before, on PostgreSQL: each row has its effect once. */
describe('jobs of the release before, with several servers', () => {
  let race: Race
  let app: App
  let second: Connected
  let servers: Deps[]
  const now = Date.UTC(2026, 10, 21, 3)
  beforeAll(() => {
    race = openRace()
  })
  afterAll(() => race.close())
  beforeEach(async () => {
    app = await openApp({ engine: 'postgres', clock: () => now })
    second = await connect(app.deps.config, pino({ level: 'silent' }))
    servers = [app.deps, { ...app.deps, db: second.db }]
  })
  afterEach(async () => {
    race.restoreGuards()
    await second.close()
    await app.close()
  })

  const move = (deps: Deps) => oldTablesLoop.run(deps, new AbortController().signal)
  /** Does what a server of this release does: moves rows, sends mails and checks payments. Returns what it has done. */
  const work = async (deps: Deps): Promise<string[]> => {
    const effects: string[] = []
    const transport = {
      send: ({ to }: { to: string }) => Promise.resolve(void effects.push(to)),
      close: () => undefined,
    }
    const check = externalJob('payment', async (_deps, { args }) => void effects.push(String(args.ordUid)))
    await move(deps)
    await createMailQueue(deps, transport).deliver()
    await runJobs(deps, [check])
    return effects
  }
  const insertOld = async (count: number): Promise<Record<OldTable, string[]>> => {
    const mails = Array.from({ length: count }, () => oldMail(now))
    const checks = Array.from({ length: count }, () => ({ ordUid: randomUUID(), dueAt: now }))
    await app.deps.db.insert(mailOutbox).values(mails)
    await app.deps.db.insert(orderJob).values(checks)
    return { mail: mails.map(({ to }) => to), check: checks.map(({ ordUid }) => ordUid) }
  }

  test('two servers of this release do each job once', async () => {
    const { mail, check } = await insertOld(60)
    const effects = await Promise.all([...servers, ...servers].map(work))
    expect(effects.flat().toSorted()).toEqual([...mail, ...check].toSorted())
  })

  /** An old server is taking the only row of a table when this release moves rows. Returns what this release does. */
  const besideOldServer = (table: OldTable, isBlocked: boolean) => {
    const url = app.deps.config.databaseUrl ?? ''
    return race.whileHeld(url, { text: oldTakeText(table, now) }, async (release) => {
      const effects = work(app.deps)
      await (isBlocked ? race.waitForLocks(url, 1) : effects)
      await release()
      return effects
    })
  }

  test.each(['mail', 'check'] as const)('a %s that an old server takes at that moment is left to it', async (table) => {
    const old = await insertOld(1)
    const effects = await besideOldServer(table, false)
    expect(effects).toEqual(table === 'mail' ? old.check : old.mail)
    expect(await work(app.deps)).toEqual([])
  })

  test.each(['mail', 'check'] as const)(
    'twin: when it does not skip rows that are locked, this release does the %s as well',
    async (table) => {
      const old = await insertOld(1)
      const removed = race.without(/(order by (?:next_at|due_at) limit \$\d+) for update skip locked/, '$1')
      const effects = await besideOldServer(table, true)
      expect(removed.count).toBe(2)
      expect(effects.toSorted()).toEqual([...old.mail, ...old.check].toSorted())
    },
  )
})
