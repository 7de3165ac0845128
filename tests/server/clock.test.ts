import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { mailContent, mailOutbox } from '#server/db/schema/mail.ts'
import { orderJob } from '#server/db/schema/order.ts'
import { countTry } from '#server/modules/session/guesses.ts'
import { countFailure, paceAddress, takeQuota } from '#server/modules/session/throttle.ts'
import {
  databaseJob,
  externalJob,
  recurringJob,
  runJobs,
  schedule,
  scheduleAgain,
} from '#server/modules/job/service.ts'
import { oldTablesLoop } from '#server/modules/job/module.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, signUpMember, type App } from '../harness/factories.ts'

/** The server's clock runs ahead for a while, during which limits count, and is then corrected. */
describe.each(drawnEngines())('a clock that ran ahead, on %s', (engine) => {
  const time = { now: Date.UTC(2026, 10, 21, 3) }
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => time.now })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    time.now += DAY_MS
  })
  const ahead = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    time.now += ms
    try {
      return await work()
    } finally {
      time.now -= ms
    }
  }

  test('locks no member out after wrong passwords, and continues to count them', async () => {
    const { email, password } = await signUpMember(app)
    const login = (attempt: string) => app.call(account.login, { body: { id: email, password: attempt } })
    await ahead(2 * DAY_MS, async () => {
      for (let nth = 0; nth < 6; nth += 1) await login('wrong-password-1!')
    })
    expect((await login('wrong-password-1!')).status.code).toBe('E_LOGIN')
    const { http, status } = await login(password)
    expect([http, (status.retryAfter ?? 0) <= 300]).toEqual([429, true])
    time.now += 300_000
    expect((await login(password)).status.code).toBe('200')
  })

  test('lets a neighbourhood and a mailbox request codes again', async () => {
    const ip = '203.0.113.77'
    const email = freshEmail()
    const send = () => app.call(cert.sendMail, { body: { email }, ip })
    await ahead(2 * DAY_MS, async () => {
      for (let nth = 0; nth < 130; nth += 1) await paceAddress(app.deps, 'certMail', ip).catch(() => undefined)
      expect((await app.call(cert.sendMail, { body: { email }, ip })).http).toBe(429)
      expect((await app.call(cert.sendMail, { body: { email } })).status.code).toBe('200')
    })
    expect((await send()).status.code).toBe('200')
    expect((await send()).status.code).toBe('E_CERT_WAIT')
    time.now += 61_000
    expect((await send()).status.code).toBe('200')
  })

  test('counts guesses together across servers whose clocks differ slightly', async () => {
    const memberId = crypto.randomUUID()
    const count = () => countFailure(app.deps, 'card', memberId)
    for (let nth = 0; nth < 5; nth += 1) await (nth % 2 === 0 ? ahead(5_000, count) : count())
    await expect(count()).rejects.toMatchObject({ code: 'E_THROTTLED' })
  })

  test('does not extend counters of failures and quotas, which still allow a burst', async () => {
    const { memberId } = await signUpMember(app)
    const fail = () => countFailure(app.deps, 'card', memberId)
    const quota = () =>
      app.deps.db.transaction((tx) => takeQuota(tx, app.deps, 'pictures', { memberId, bytes: 1_000_001 }))
    await ahead(2 * DAY_MS, async () => {
      for (let nth = 0; nth < 5; nth += 1) await fail()
      await expect(fail()).rejects.toThrow()
      for (;;)
        try {
          await quota()
        } catch {
          break
        }
    })
    for (let nth = 0; nth < 5; nth += 1) await fail()
    await expect(fail()).rejects.toThrow()
    await quota()
    const ip = '203.0.113.78'
    await ahead(HOUR_MS, () => paceAddress(app.deps, 'findId', ip))
    for (let nth = 0; nth < 20; nth += 1) await paceAddress(app.deps, 'findId', ip)
    await expect(paceAddress(app.deps, 'findId', ip)).rejects.toThrow()
    await expect(countTry(app.deps, 'login', 'nobody', { ip, phone: null })).resolves.toBeDefined()
  })

  test('delays no mail and no check of a payment, also of the release before', async () => {
    const { deps } = app
    const [ordUid, oldOrdUid] = [crypto.randomUUID(), crypto.randomUUID()]
    const letter = {
      to: freshEmail(),
      locale: 'en' as const,
      values: { code: '123456', minutes: '10' },
      until: time.now + 7 * DAY_MS,
    }
    await deps.db.insert(mailOutbox).values({
      ...letter,
      key: `clock-${engine}`,
      letter: 'code',
      writtenAt: time.now,
      attempts: 1,
      nextAt: time.now + 2 * DAY_MS,
    })
    await deps.db.insert(orderJob).values({ ordUid: oldOrdUid, dueAt: time.now + 3 * DAY_MS })
    await ahead(2 * DAY_MS, () =>
      deps.db.transaction(async (tx) => {
        await deps.mail.send({ ...letter, id: 'code', key: `clock-new-${engine}` }, tx)
        const args = { ordUid }
        const dueAt = time.now + 5_000
        await scheduleAgain(tx, { kind: 'payment', key: `payment:${ordUid}`, dueAt, waitsSince: time.now, args })
      }),
    )
    await oldTablesLoop.run(deps, new AbortController().signal)
    await deps.mail.deliver()
    expect(await deps.db.select().from(mailContent)).toEqual([])
    const checked: unknown[] = []
    await runJobs(deps, [externalJob('payment', async (_deps, { args }) => void checked.push(args.ordUid))])
    expect(checked.toSorted()).toEqual([ordUid, oldOrdUid].toSorted())
  })

  test('delays no job that waits for its turn, a retry, its lease or its next round', async () => {
    const { deps } = app
    const ran: string[] = []
    const fails = { now: true }
    const kinds = [
      databaseJob('clock-soon', async (_tx, { key }) => void ran.push(key)),
      externalJob('clock-fails', async (_deps, { key }) => {
        if (fails.now) throw new Error('not this time')
        ran.push(key)
      }),
      recurringJob('clock-round', HOUR_MS, async () => void ran.push('round')),
    ]
    const add = (kind: string, dueAt: number, waitsSince?: number) =>
      deps.db.transaction((tx) =>
        schedule(tx, { kind, key: `${kind}-${dueAt}`, dueAt, ...(waitsSince !== undefined && { waitsSince }) }),
      )
    const appointment = time.now + 5 * DAY_MS
    await ahead(2 * DAY_MS, async () => {
      await add('clock-fails', time.now, time.now)
      await add('clock-round', time.now, time.now)
      await runJobs(deps, kinds)
      await add('clock-soon', time.now, time.now)
      await add('clock-soon', appointment)
    })
    const [soon, failed] = ['clock-soon', 'clock-fails'].map((kind) => `${kind}-${time.now + 2 * DAY_MS}`)
    expect(ran).toEqual(['round'])
    fails.now = false
    await runJobs(deps, kinds)
    expect(ran.toSorted()).toEqual([failed, soon, 'round', 'round'].toSorted())
    // The next round is an hour away, and scheduled jobs keep their time.
    await runJobs(deps, kinds)
    expect(ran).toHaveLength(4)
    time.now = appointment
    await runJobs(deps, kinds)
    expect(ran).toContain(`clock-soon-${appointment}`)
  })

  test('a clock that is set back by seconds ends no wait, and takes no job from its worker', async () => {
    const { deps } = app
    await deps.db.insert(job).values({
      key: `clock-leased-${engine}`,
      kind: 'clock-leased',
      args: {},
      writtenAt: time.now,
      dueAt: time.now + 60_000,
      waitsSince: time.now,
    })
    const ran: string[] = []
    const kinds = [databaseJob('clock-leased', async (_tx, { key }) => void ran.push(key))]
    time.now -= 30_000
    await runJobs(deps, kinds)
    expect(ran).toEqual([])
    time.now += 90_000
    await runJobs(deps, kinds)
    expect(ran).toHaveLength(1)
  })
})
