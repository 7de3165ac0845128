import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftInsert, giftRefuse } from '#contract/calls/gift.ts'
import { passName } from '#contract/calls/mypage.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import { certCode } from '#server/db/schema/cert.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { inquiry as inquiryTable } from '#server/db/schema/inquiry.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import { news as newsTable } from '#server/db/schema/news.ts'
import { order as orderTable, paymentLog } from '#server/db/schema/order.ts'
import { admission, discountUse, pass as passTable } from '#server/db/schema/pass.ts'
import { question as questionTable } from '#server/db/schema/question.ts'
import { review as reviewTable, reviewReport } from '#server/db/schema/review.ts'
import { flushLog } from '#server/log.ts'
import { jobLoops } from '#server/modules/job/service.ts'
import { JOB_KINDS } from '#server/modules/index.ts'
import { retainedSince } from '#server/modules/retention/service.ts'
import { blankRecords } from '#server/modules/retention/store.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail } from '../harness/factories.ts'
import { openShop, type Shop } from '../payment/shop.ts'

interface Report {
  blanked: Record<string, number>
  deleted: Record<string, number>
}
/** What the log says of deletions, oldest first. */
const reports = async ({ log, config }: Shop['deps']): Promise<Report[]> => {
  await flushLog(log)
  return readFileSync(join(config.dataDir, 'server.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Report & { msg?: string })
    .filter(({ msg }) => msg?.startsWith('retention'))
}

const YEARS_MS = (5 * 365 + 2) * DAY_MS

test('retainedSince is five years and eight days ago', () => {
  const now = Date.UTC(2031, 10, 29, 3)
  expect(retainedSince(now)).toBe(Date.UTC(2026, 10, 21, 3))
})

describe.each(drawnEngines())('retention periods on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const { signal } = new AbortController()
  const loops = jobLoops(JOB_KINDS)
  const live = async (ms: number) => {
    shop.advance(ms)
    for (const { run } of loops) await run(shop.deps, signal)
  }

  test('records of purchases lose their names after five years and keep their figures, and inquiries and logs are deleted', async () => {
    const { db } = shop.deps
    // No late message of the gateway may change what is compared.
    shop.post.closed = true
    await live(0)
    const member = await shop.member()
    const friend = await shop.member()
    const token = member.accessToken
    const { ordUid, payUrl, amount } = await shop.place(token)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    const passUid = (await shop.passes(token))[0]?.passUid ?? ''
    await shop.call(passName, { token, body: { passUid, name: 'Mei' } })
    const gift = await shop.call(giftInsert, { token, body: { passUid, id: friend.email, message: 'Happy birthday' } })
    await shop.call(giftRefuse, { token: friend.accessToken, body: { giftUid: gift.data?.giftUid ?? '' } })
    const inquiry = await shop.call(insertInquiry, {
      body: { email: freshEmail(), content: 'Where is the desk?' },
      key: 'retention-key',
    })
    const stand = async () => ({
      order: (await db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid)))[0],
      pass: (await db.select().from(passTable).where(eq(passTable.passUid, passUid)))[0],
      gift: (await db.select().from(giftTable).where(eq(giftTable.passUid, passUid)))[0],
      inquiries: await db
        .select()
        .from(inquiryTable)
        .where(eq(inquiryTable.id, inquiry.data?.id ?? '')),
      logs: await db.select().from(paymentLog).where(eq(paymentLog.ordUid, ordUid)),
    })
    const before = await stand()
    expect(before.inquiries).toHaveLength(1)
    expect(before.logs.length).toBeGreaterThan(0)
    expect(before.gift?.message).toBe('Happy birthday')
    expect(before.pass?.name).toBe('Mei')

    await live(YEARS_MS)
    expect(await stand()).toEqual(before)

    await live(9 * DAY_MS)
    const after = await stand()
    expect(after).toEqual({
      order: { ...before.order, buyerName: '', buyerEmail: '', buyerMobile: null },
      pass: { ...before.pass, holder: '', name: null },
      gift: { ...before.gift, message: '' },
      inquiries: [],
      logs: [],
    })
    expect(after.order?.amount).toBe(amount)
    const report = (await reports(shop.deps)).at(-1)
    expect(report).toMatchObject({
      blanked: { orders: 1, reservation: 0, refund: 0, gift: 1, pass: 1 },
      deleted: { inquiry: 1, payment_log: before.logs.length },
    })
    expect(JSON.stringify(report)).not.toMatch(/Mei|birthday|mail\.example/)
  })

  test('questions, reviews and notes of staff lose their persons after five years, and private questions are deleted', async () => {
    const { db } = shop.deps
    await live(0)
    const { memberId } = await shop.member()
    const at = shop.clock()
    const goods = { gdsUid: 'act-perfume', gdsDtlUid: 'act-perfume-std' }
    const ask = async (overrides: Partial<typeof questionTable.$inferInsert>) => {
      const questionUid = randomUUID()
      const values = { questionUid, gdsUid: goods.gdsUid, memberId, author: 'Mei L.', content: 'Is there a lift?' }
      await db.insert(questionTable).values({ ...values, isPrivate: false, writtenAt: at, ...overrides })
      return questionUid
    }
    const [open, secret, hidden] = [await ask({}), await ask({ isPrivate: true }), await ask({ hidden: true })]
    const [reviewUid, passUid, gateUid] = [randomUUID(), randomUUID(), randomUUID()]
    await db.insert(reviewTable).values({
      ...goods,
      reviewUid,
      rsvtUid: randomUUID(),
      memberId,
      author: 'Mei L.',
      rating: 5,
      content: 'Calm and clean.',
      writtenAt: at,
    })
    const report = { reviewUid, memberId, reason: 'spam', detail: 'Mei is my neighbour', reportedAt: at } as const
    await db.insert(reviewReport).values(report)
    const undo = { gateUid, undoneAt: at, undoReason: 'other', undoNote: 'Mei felt ill' } as const
    await db.insert(admission).values({ admissionUid: randomUUID(), passUid, gdsUid: 'busan-tower', at, ...undo })
    await db.insert(discountUse).values({ entryUid: randomUUID(), passUid, venueUid: 'cafe', at, ...undo })
    const entry = { entryUid: randomUUID(), seq: 1, at, code: 'card:x', undone: { at, reason: 'other' as const } }
    const conflict = { gateUid, entryUid: entry.entryUid, reason: 'undo' as const, passUid, uploadedAt: at }
    const noted = { ...entry, undone: { ...entry.undone, note: 'Mei felt ill' } }
    await db.insert(gateConflict).values({ ...conflict, entry: noted })
    const stand = async () => ({
      questions: (await db.select().from(questionTable)).map(({ questionUid, author }) => [questionUid, author]),
      reviews: (await db.select().from(reviewTable)).map(({ author, content }) => [author, content]),
      reports: (await db.select().from(reviewReport)).map(({ reason, detail }) => [reason, detail]),
      undone: [...(await db.select().from(admission)), ...(await db.select().from(discountUse))].map(
        ({ undoReason, undoNote }) => [undoReason, undoNote],
      ),
      conflicts: await db.select().from(gateConflict),
    })
    const before = await stand()
    await live(YEARS_MS)
    expect(await stand()).toEqual(before)

    await live(9 * DAY_MS)
    expect(await stand()).toEqual({
      questions: [[open, '']],
      reviews: [['', 'Calm and clean.']],
      reports: [['spam', null]],
      undone: [
        ['other', null],
        ['other', null],
      ],
      conflicts: [{ ...conflict, entry }],
    })
    expect(before.questions.map(([id]) => id).toSorted()).toEqual([open, secret, hidden].toSorted())
    const last = (await reports(shop.deps)).at(-1)
    expect(last).toMatchObject({
      blanked: { question: 1, review: 1, review_report: 1, admission: 1, discount_use: 1, gate_conflict: 1 },
      deleted: { question: 2 },
    })
    expect(JSON.stringify(last)).not.toMatch(/Mei/)
    await live(DAY_MS)
    expect((await reports(shop.deps)).at(-1)).toMatchObject({
      blanked: { question: 0, review: 0, gate_conflict: 0 },
      deleted: { question: 0 },
    })
  })

  test('old conflicts are found by their date, not by a walk through all of them', async () => {
    const { $client: pool } = shop.deps.db as Database & { $client: Pool }
    const entry = { entryUid: randomUUID(), seq: 1, at: shop.clock(), code: 'card:y' }
    const conflict = { gateUid: randomUUID(), entryUid: entry.entryUid, reason: 'undo' as const, entry }
    await shop.deps.db.insert(gateConflict).values({ ...conflict, uploadedAt: shop.clock() })
    const statements: { text: string; values: unknown[] }[] = []
    const logQuery = (text: string, values: unknown[]): void => {
      if (/^\S+ (?:.* )?"gate_conflict"/.test(text)) statements.push({ text, values })
    }
    await blankRecords(drizzle(pool, { logger: { logQuery } }), retainedSince(shop.clock()))
    expect(statements).toHaveLength(1)
    const [{ text, values } = { text: '', values: [] }] = statements
    const client = await pool.connect()
    try {
      await client.query('begin')
      // As on a large table.
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/gate_conflict_uploaded/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('codes are deleted within three days, idempotency keys and finished jobs after 45 days, news after a year', async () => {
    const { db } = shop.deps
    const counts = async () => ({
      codes: (await db.select().from(certCode)).length,
      keys: (await db.select().from(idempotency)).length,
      done: (await db.select().from(jobTable)).filter(({ doneAt }) => doneAt !== null).length,
      news: (await db.select().from(newsTable)).length,
    })
    await live(2 * 365 * DAY_MS)
    const member = await shop.member()
    const friend = await shop.member()
    const { ordUid, payUrl } = await shop.place(member.accessToken)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    const passUid = (await shop.passes(member.accessToken))[0]?.passUid ?? ''
    await shop.call(giftInsert, {
      token: member.accessToken,
      body: { passUid, id: friend.email },
      key: 'retention-gift',
    })
    await live(6000)
    const fresh = await counts()
    expect(fresh.codes).toBeGreaterThan(0)
    expect(fresh.keys).toBe(1)
    expect(fresh.done).toBeGreaterThan(0)
    expect(fresh.news).toBeGreaterThan(0)
    await live(3 * DAY_MS)
    expect(await counts()).toMatchObject({ codes: 0, keys: 1, done: fresh.done, news: fresh.news })
    await live(44 * DAY_MS)
    expect(await counts()).toMatchObject({ keys: 0, done: 0, news: fresh.news })
    await live(330 * DAY_MS)
    expect((await counts()).news).toBe(0)
  })
})
