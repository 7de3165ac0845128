import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receipt } from '#contract/calls/purchase.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { job } from '#server/db/schema/job.ts'
import { throttle } from '#server/db/schema/session.ts'
import { translate } from '#server/texts.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { readPdf } from '../../e2e/harness/readPdf.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

/** The receipt of a purchase as PDF: downloaded by its owner, and attached to the letter. */

const SELLER = '하버패스 (주) · 000-00-00000'

describe.each(drawnEngines())('receipts on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine, env: { SELLER } })
  })
  afterAll(() => shop.close())

  const refused = (id: string, token?: string) =>
    shop.call(receipt, { params: { id }, ...(token !== undefined && { token }) })
  const download = async (id: string, token: string, locale: Locale = 'en') => {
    const { statusCode, headers, rawPayload } = await shop.app.inject({
      url: `/api/v1/mypage/buy/receipt/${id}`,
      headers: { authorization: `Bearer ${token}`, language: LANGUAGE_CODE[locale] },
    })
    return { statusCode, headers, rawPayload }
  }
  const textsOf = async (bytes: Uint8Array) => (await readPdf(bytes)).elements.map(([, text]) => text)
  const rowOf = async (ordUid: string) => {
    const [row] = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    if (!row) throw new Error('no such order')
    return row
  }
  /** Returns a letter that is queued but not sent. */
  const contentOf = async (key: string) => {
    const [content] = await shop.deps.db.select().from(mailContent).where(eq(mailContent.key, key))
    return content
  }
  const receiptLetters = async (email: string, orderNumber: string) =>
    (await mailsTo(shop, email))
      .map(readLetter)
      .filter(({ subject }) => subject === translate('en', 'mail.orderPaid.subject', { number: orderNumber }))

  test("are refused without a token, for a malformed id, an unpaid order, and another member's order like an unknown one", async () => {
    const [owner, stranger] = [await shop.member(), await shop.member()]
    const { ordUid } = await shop.buyPaid(owner.accessToken)
    expect((await refused(ordUid)).status.code).toBe('E_TOKEN')
    expect((await refused('x', owner.accessToken)).http).toBe(422)
    const foreign = await refused(ordUid, stranger.accessToken)
    expect(foreign.status).toEqual((await refused(randomUUID(), stranger.accessToken)).status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    const { ordUid: unpaid } = await shop.place(owner.accessToken)
    expect((await refused(unpaid, owner.accessToken)).status.code).toBe('E_NOT_FOUND')
  })

  test('the owner downloads a file that no cache stores, in the language of the call', async () => {
    const { accessToken: token } = await shop.member()
    const { ordUid } = await shop.buyPaid(token, 2)
    const { orderNumber } = await rowOf(ordUid)
    const { statusCode, headers, rawPayload } = await download(ordUid, token)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="harbor-pass-${orderNumber}.pdf"`,
      'x-content-type-options': 'nosniff',
    })
    expect(await textsOf(rawPayload)).toEqual(
      expect.arrayContaining([SELLER, orderNumber, 'Mei Lin', '24H Mobile Pass · ₩49,000 × 2', '₩98,000']),
    )
    const korean = await readPdf((await download(ordUid, token, 'ko')).rawPayload)
    expect(korean).toMatchObject({ language: 'ko', title: 'Harbor Pass · 영수증' })
  })

  test('a refund is on the receipt that is downloaded after it', async () => {
    const { accessToken: token } = await shop.member()
    const { ordUid, passUids } = await shop.buyPaid(token, 2)
    await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 1) })
    expect((await textsOf((await download(ordUid, token)).rawPayload)).slice(-3, -1)).toEqual([
      'Being refunded',
      '₩49,000',
    ])
    await shop.runJobs()
    expect((await textsOf((await download(ordUid, token)).rawPayload)).slice(-3, -1)).toEqual(['Refunded', '₩49,000'])
  })

  test('downloads of one member are throttled, and those of another are not', async () => {
    const [busy, calm] = [await shop.member(), await shop.member()]
    const { ordUid } = await shop.buyPaid(busy.accessToken)
    const own = (await shop.buyPaid(calm.accessToken)).ordUid
    const codes = new Set<number>()
    const goOn = shop.stopClock()
    for (let times = 0; times < 21; times += 1) codes.add((await download(ordUid, busy.accessToken)).statusCode)
    expect([...codes]).toEqual([200, 429])
    expect((await refused(ordUid, busy.accessToken)).status.code).toBe('E_THROTTLED')
    expect((await download(own, calm.accessToken)).statusCode).toBe(200)
    goOn()
    await shop.deps.db.delete(throttle)
  })

  test('the letter of a paid order has its receipt attached, in the language of the order', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken)
    const { orderNumber } = await rowOf(ordUid)
    await shop.runJobs()
    const [letter] = await receiptLetters(mei.email, orderNumber)
    expect(letter?.attachments.map(({ name, type }) => [name, type])).toEqual([
      [`harbor-pass-${orderNumber}.pdf`, 'application/pdf'],
    ])
    const [{ content } = { content: Buffer.alloc(0) }] = letter?.attachments ?? []
    expect(content.length).toBeLessThan(100_000)
    expect(await textsOf(content)).toEqual(
      expect.arrayContaining(['Receipt', SELLER, orderNumber, mei.email, 'Visa, Mastercard or JCB', '₩49,000']),
    )
  })

  test('a letter that is sent a second time has the same file', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken)
    const { orderNumber } = await rowOf(ordUid)
    const key = `order-paid:${ordUid}`
    await shop.runJobs()
    const content = await contentOf(key)
    if (!content) throw new Error('the letter is not queued')
    await shop.deps.mail.deliver()
    // As after a crash between the sending and its record: the content is still there, and its job is due.
    await shop.deps.db.insert(mailContent).values(content)
    await shop.deps.db
      .update(job)
      .set({ dueAt: 0, doneAt: null })
      .where(eq(job.key, `mail:${key}`))
    const letters = await receiptLetters(mei.email, orderNumber)
    expect(letters).toHaveLength(2)
    const [first, second] = letters.map(({ attachments }) => attachments[0]?.content)
    expect(first && second?.equals(first)).toBe(true)
  })

  test('a letter whose receipt cannot be drawn is sent without it', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken)
    const { orderNumber } = await rowOf(ordUid)
    const key = `order-paid:${ordUid}`
    await shop.runJobs()
    const { values } = (await contentOf(key)) ?? {}
    const broken = { ...values, method: ['no text'] } as unknown as Record<string, string>
    await shop.deps.db.update(mailContent).set({ values: broken }).where(eq(mailContent.key, key))
    const letters = await receiptLetters(mei.email, orderNumber)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain(orderNumber)
    expect(letters[0]?.attachments).toEqual([])
  })
})
