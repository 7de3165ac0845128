import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { mailContent, mailOutbox } from '#server/db/schema/mail.ts'
import { orderJob } from '#server/db/schema/order.ts'
import { jobModule, oldTablesLoop } from '#server/modules/job/module.ts'
import { runJobs, schedule } from '#server/modules/job/service.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { oldMail, oldTake } from './oldTables.ts'

/** Rows that the release before has written in tables of their own, `mail_outbox` and `order_job`. */
describe.each(drawnEngines())('jobs of the release before on %s', (engine) => {
  let shop: Shop
  let token = ''
  beforeAll(async () => {
    shop = await openShop({ engine })
    token = (await shop.member()).accessToken
    await shop.deps.mail.deliver()
  })
  afterEach(async () => {
    await shop.deps.db.delete(mailOutbox)
    await shop.deps.db.delete(orderJob)
  })
  afterAll(() => shop.close())

  const move = () => oldTablesLoop.run(shop.deps, new AbortController().signal)
  const openQueue = () => {
    const sent: string[] = []
    const transport = { send: ({ to }: { to: string }) => Promise.resolve(void sent.push(to)), close: () => undefined }
    return { sent, mail: createMailQueue(shop.deps, transport) }
  }

  test('a mail is sent once, its content is nowhere afterwards, and its key sends no other', async () => {
    const { db } = shop.deps
    const { sent, mail } = openQueue()
    const row = oldMail(shop.clock())
    await db.insert(mailOutbox).values(row)
    await mail.deliver()
    expect(sent).toEqual([])
    await move()
    expect((await db.execute(oldTake('mail', shop.clock()))).rows).toEqual([])
    await move()
    await mail.deliver()
    await move()
    await mail.deliver()
    expect(sent).toEqual([row.to])
    expect(await db.select().from(mailContent)).toEqual([])
    const remainingRows = [await db.select().from(mailOutbox), await db.select().from(job)]
    for (const content of [row.to, row.values.code]) expect(JSON.stringify(remainingRows)).not.toContain(`"${content}"`)
    await db.transaction((tx) => mail.send({ ...row, id: 'code' }, tx))
    await mail.deliver()
    expect(sent).toEqual([row.to])
    expect(await db.select().from(mailContent)).toEqual([])
  })

  test('the key of a mail that was sent before the update sends no other', async () => {
    const { sent, mail } = openQueue()
    const row = oldMail(shop.clock())
    await shop.deps.db.insert(mailOutbox).values({ ...row, to: '', values: {}, nextAt: null })
    await move()
    await shop.deps.db.transaction((tx) => mail.send({ ...row, id: 'code' }, tx))
    await mail.deliver()
    expect(sent).toEqual([])
    expect(await shop.deps.db.select().from(mailContent)).toEqual([])
  })

  test('a mail that an old server has leased is taken over when its lease has ended', async () => {
    const { sent, mail } = openQueue()
    const row = oldMail(shop.clock())
    await shop.deps.db.insert(mailOutbox).values(row)
    expect((await shop.deps.db.execute(oldTake('mail', shop.clock()))).rows).toHaveLength(1)
    await move()
    await mail.deliver()
    expect(sent).toEqual([])
    shop.advance(60_000)
    await move()
    await mail.deliver()
    expect(sent).toEqual([row.to])
  })

  /** Turns the check of an order's payment into one of the release before. */
  const asOld = async (ordUid: string) => {
    await shop.deps.db.delete(job).where(eq(job.key, `payment:${ordUid}`))
    await shop.deps.db.insert(orderJob).values({ ordUid, dueAt: shop.clock() + 5_000 })
  }

  test('a payment that nobody reports is found by its check, which is moved once it is due', async () => {
    const { ordUid } = await shop.placeAndPress(token, 'approve')
    await asOld(ordUid)
    await move()
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending' })
    shop.advance(5_000)
    await move()
    expect((await shop.deps.db.execute(oldTake('check', shop.clock()))).rows).toEqual([])
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: 1 })
    const [check] = await shop.deps.db
      .select()
      .from(job)
      .where(eq(job.key, `payment:${ordUid}`))
    expect(check).toMatchObject({ dueAt: null, args: { ordUid } })
  })

  test('a check that an old server schedules again begins again, although the first has ended', async () => {
    const { ordUid } = await shop.placeAndPress(token, 'decline')
    await shop.reconcileAll()
    const check = () =>
      shop.deps.db
        .select()
        .from(job)
        .where(eq(job.key, `payment:${ordUid}`))
    expect(await check()).toMatchObject([{ dueAt: null }])
    await shop.deps.db.insert(orderJob).values({ ordUid, dueAt: shop.clock() })
    await move()
    expect(await check()).toMatchObject([{ dueAt: expect.any(Number) as number, doneAt: null }])
    expect(await shop.deps.db.select().from(orderJob)).toEqual([])
  })

  test('rows whose wait a clock that ran ahead has written are moved at once', async () => {
    const { db } = shop.deps
    const ahead = shop.clock() + 2 * DAY_MS
    const ordUid = randomUUID()
    await db.insert(mailOutbox).values({ ...oldMail(shop.clock(), 5 * DAY_MS), nextAt: ahead })
    await db.insert(orderJob).values({ ordUid, dueAt: ahead })
    await move()
    expect(await db.select().from(orderJob)).toEqual([])
    expect(await db.select().from(mailContent)).toHaveLength(1)
    await db.delete(mailContent)
  })

  test('the keys of old mails are deleted 45 days after they were written', async () => {
    const { db } = shop.deps
    const old = { ...oldMail(shop.clock() - 46 * DAY_MS), to: '', values: {}, nextAt: null }
    const recent = { ...oldMail(shop.clock() - 44 * DAY_MS), to: '', values: {}, nextAt: null }
    await db.insert(mailOutbox).values([old, recent])
    await db.transaction((tx) => schedule(tx, { kind: 'mail-forget', key: 'forget-now', dueAt: 0 }))
    await runJobs(shop.deps, jobModule.jobs)
    expect((await db.select().from(mailOutbox)).map(({ key }) => key)).toEqual([recent.key])
  })
})
