import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftInsert, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { translate } from '#server/texts.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

/** The letters about purchases, refunds and gifts, as a mail program shows them. */

describe.each(drawnEngines())('letters on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  type Person = Awaited<ReturnType<AftersalesShop['member']>>
  /** Runs due jobs, and returns the member's mails with this subject. */
  const lettersOf = async ({ email }: Person, subject: string) => {
    await shop.runJobs()
    return (await mailsTo(shop, email)).map(readLetter).filter((letter) => letter.subject === subject)
  }
  const rowOf = async (ordUid: string) => {
    const [row] = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    if (!row) throw new Error('no such order')
    return row
  }

  test('a new member is welcomed once, with a link to the passes', async () => {
    const mei = await shop.member()
    const letters = await lettersOf(mei, translate('en', 'mail.welcome.subject'))
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain(`${shop.deps.config.publicUrl}/pass`)
  })

  test('a paid order is confirmed once, with what the receipt must say in both parts', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken, 2)
    const { orderNumber, amount, buyerName } = await rowOf(ordUid)
    await shop.returnFromPayment(ordUid)
    const letters = await lettersOf(mei, translate('en', 'mail.orderPaid.subject', { number: orderNumber }))
    expect(letters).toHaveLength(1)
    for (const content of [letters[0]?.text, letters[0]?.html])
      for (const fact of [orderNumber, `₩${amount.toLocaleString('en')}`, buyerName, '2026', '24H Mobile Pass'])
        expect(content).toContain(fact)
    expect(letters[0]?.html).toContain(`href="${shop.deps.config.publicUrl}/myPage/myPass"`)
  })

  test('an order that is not paid is not confirmed', async () => {
    const mei = await shop.member()
    const { ordUid, payUrl } = await shop.place(mei.accessToken, 1)
    await shop.bank.press(payUrl, 'decline')
    await shop.returnFromPayment(ordUid)
    const { orderNumber } = await rowOf(ordUid)
    expect(await lettersOf(mei, translate('en', 'mail.orderPaid.subject', { number: orderNumber }))).toEqual([])
  })

  test('a refund is confirmed when it is requested, and reported when the money has gone back', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken, 2)
    const { orderNumber, amount } = await rowOf(ordUid)
    expect((await shop.requestRefund(mei.accessToken, ordUid)).status.code).toBe('200')
    const requests = await lettersOf(mei, translate('en', 'mail.refundRequested.subject', { number: orderNumber }))
    expect(requests).toHaveLength(1)
    expect(requests[0]?.text).toContain(`₩${amount.toLocaleString('en')}`)
    const [completed] = await lettersOf(mei, translate('en', 'news.refund_completed.title'))
    expect(completed?.text).toContain(orderNumber)
    expect(completed?.text).toContain(amount.toLocaleString('en'))
  })

  test('money that came for a closed order is reported once, when it has gone back', async () => {
    const mei = await shop.member()
    const { ordUid, payUrl } = await shop.place(mei.accessToken, 2)
    await shop.bank.press(payUrl, 'approve')
    await shop.deps.db
      .update(orderTable)
      .set({ state: 'cancelled', reason: 'abandoned', closedAt: shop.clock() })
      .where(eq(orderTable.ordUid, ordUid))
    const subject = translate('en', 'news.refund_completed.title')
    expect(await lettersOf(mei, subject)).toEqual([])
    await Promise.all([shop.returnFromPayment(ordUid), shop.returnFromPayment(ordUid)])
    await shop.returnFromPayment(ordUid)
    const { orderNumber, amount, state } = await rowOf(ordUid)
    expect(state).toBe('refunded')
    const letters = await lettersOf(mei, subject)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain(orderNumber)
    expect(letters[0]?.text).toContain(amount.toLocaleString('en'))
    const { data } = await shop.call(newsfeed.list, { token: mei.accessToken })
    expect(data?.list.filter(({ title }) => title === subject)).toHaveLength(1)
  })

  test('a gift is reported to its recipient, and its end to its sender', async () => {
    const [mei, jun] = [await shop.member(), await shop.member()]
    const subjectsOf = async ({ email }: Person): Promise<string[]> => {
      await shop.runJobs()
      return (await mailsTo(shop, email)).map((mail) => readLetter(mail).subject)
    }
    for (const [call, ending] of [
      [giftReceive, 'accepted your gift'],
      [giftRefuse, 'declined your gift'],
    ] as const) {
      const { passUids } = await shop.buyPaid(mei.accessToken)
      const body = { passUid: passUids[0] ?? '', id: jun.email }
      const { data } = await shop.call(giftInsert, { token: mei.accessToken, body })
      expect((await subjectsOf(jun)).at(-1)).toMatch(/sent you a .* pass as a gift$/)
      await shop.call(call, { token: jun.accessToken, body: { giftUid: data?.giftUid ?? '' } })
      expect((await subjectsOf(mei)).filter((subject) => subject.endsWith(ending))).toHaveLength(1)
    }
  })

  test('a letter about a purchase is in the language of the order', async () => {
    const mei = await shop.member()
    const { ordUid } = await shop.buyPaid(mei.accessToken)
    await shop.deps.db.update(orderTable).set({ locale: 'cht' }).where(eq(orderTable.ordUid, ordUid))
    const { orderNumber: number } = await rowOf(ordUid)
    const letters = await lettersOf(mei, translate('cht', 'mail.orderPaid.subject', { number }))
    expect(letters).toHaveLength(1)
    expect(letters[0]?.html).toContain('<html lang="zh-Hant')
  })
})
