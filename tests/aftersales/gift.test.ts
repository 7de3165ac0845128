import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { attractionHistory } from '#contract/calls/admission.ts'
import { exchangeCardList } from '#contract/calls/card.ts'
import { buyDetail, buyList } from '#contract/calls/purchase.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { orderDetail } from '#contract/calls/pass.ts'
import { refundList } from '#contract/calls/refund.ts'
import { sync } from '#contract/calls/sync.ts'
import { giftCancel, giftInsert, giftList, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { list as newsList } from '#contract/calls/newsfeed.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { news as newsTable } from '#server/db/schema/news.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { endGiftByEntry } from '#server/modules/gift/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { readNews } from '#server/modules/news/service.ts'
import { translate } from '#server/texts.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo, type signUpMember } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { makePhone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

type Person = Awaited<ReturnType<typeof signUpMember>>
const ENDS = [giftReceive, giftRefuse, giftCancel]

describe.each(drawnEngines())('gifts on %s', (engine) => {
  let shop: AftersalesShop
  let mei: Person
  let jun: Person
  let eve: Person
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    ;[mei, jun, eve] = [await shop.member(), await shop.member(), await shop.member()]
  })
  afterAll(() => shop.close())

  const bought = async () => {
    const { ordUid, passUids } = await shop.buyPaid(mei.accessToken)
    return { ordUid, passUid: passUids[0] ?? '' }
  }
  const send = (passUid: string, options: { to?: string; token?: string; message?: string; password?: string } = {}) =>
    shop.call(giftInsert, {
      token: options.token ?? mei.accessToken,
      body: {
        passUid,
        id: options.to ?? jun.email,
        ...(options.message !== undefined && { message: options.message }),
        ...(options.password !== undefined && { password: options.password }),
      },
    })
  const sent = async () => {
    const { ordUid, passUid } = await bought()
    // As many gifts to one member would be paced.
    shop.advance(10 * MINUTE_MS)
    const { data } = await send(passUid)
    if (!data) throw new Error('not sent')
    return { ordUid, passUid, giftUid: data.giftUid }
  }
  const end = (call: (typeof ENDS)[number], giftUid: string, { accessToken: token }: Person) =>
    shop.call(call, { token, body: { giftUid } })
  const lists = async ({ accessToken: token }: Person, type?: 'sent' | 'received') =>
    (await shop.call(giftList, { token, query: { type, pageSize: '50' } })).data
  const news = async ({ accessToken: token }: Person) =>
    ((await shop.call(newsList, { token, query: { pageSize: '50' } })).data?.list ?? []).filter(
      ({ path }) => path === '/myPage/gift',
    )

  test.each<Call>([...ENDS, giftInsert, giftList])('$method $path refuses without a token', async (call) => {
    expect(await shop.call(call, {})).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
  })

  test('refuses malformed input, oneself, an unknown recipient and too long a message', async () => {
    const { passUid } = await bought()
    expect((await send('no-pass')).http).toBe(422)
    expect((await send(passUid, { to: 'no address' })).http).toBe(422)
    expect((await send(passUid, { message: '👨‍👩‍👧'.repeat(201) })).http).toBe(422)
    expect((await send(passUid, { to: mei.email })).status.code).toBe('E_GIFT_SELF')
    expect((await send(passUid, { to: 'nobody@mail.example' })).status.code).toBe('E_GIFT_RECIPIENT')
    expect((await shop.unit(passUid)).giftUid).toBe(null)
  })

  test("another member's pass or gift is answered like an unknown one", async () => {
    const { passUid } = await bought()
    const foreign = await send(passUid, { token: eve.accessToken })
    expect(foreign.status).toEqual((await send(randomUUID(), { token: eve.accessToken })).status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    const { giftUid } = await sent()
    for (const call of ENDS) {
      const answer = await end(call, giftUid, eve)
      expect(answer.status).toEqual((await end(call, randomUUID(), eve)).status)
      expect(answer.status.code).toBe('E_NOT_FOUND')
    }
    // Nor may one side make the other side's call.
    expect((await end(giftReceive, giftUid, mei)).status.code).toBe('E_NOT_FOUND')
    expect((await end(giftRefuse, giftUid, mei)).status.code).toBe('E_NOT_FOUND')
    expect((await end(giftCancel, giftUid, jun)).status.code).toBe('E_NOT_FOUND')
    await end(giftCancel, giftUid, mei)
  })

  test('a sent gift is listed for both sides, and its pass cannot be sent a second time', async () => {
    const { passUid } = await bought()
    const { data } = await send(passUid, { message: '부산에서 만나요 🎁' })
    expect(data).toMatchObject({ type: 'sent', state: 'sent', recipient: { id: jun.email }, passType: '24H' })
    expect((await lists(jun, 'received'))?.list[0]).toMatchObject({
      giftUid: data?.giftUid,
      type: 'received',
      message: '부산에서 만나요 🎁',
      sender: { id: mei.email, name: 'Mei Lin' },
    })
    expect((await lists(jun, 'sent'))?.total).toBe(0)
    expect((await lists(eve))?.total).toBe(0)
    expect((await send(passUid, { to: eve.email })).status.code).toBe('E_GIFT_PASS')
    expect((await news(jun))[0]?.title).toContain('Mei Lin')
    await end(giftCancel, data?.giftUid ?? '', mei)
  })

  test('an accepted gift moves the pass, unbinds it, raises its epoch, and cannot be taken back', async () => {
    const { ordUid, passUid } = await bought()
    const phone = await makePhone(shop)
    await phone.show(mei.accessToken, { passUid })
    const before = await shop.unit(passUid)
    expect(before.deviceUid).not.toBe(null)
    const { data } = await send(passUid, { password: mei.password })
    const giftUid = data?.giftUid ?? ''
    // Until it is accepted the sender's phone still shows it: an offline gate does not know of the gift.
    expect((await shop.unit(passUid)).deviceUid).toBe(before.deviceUid)
    expect((await end(giftReceive, giftUid, jun)).data).toMatchObject({ type: 'received', state: 'accepted' })
    const after = await shop.unit(passUid)
    expect(after).toMatchObject({ memberId: jun.memberId, giftUid: null, deviceUid: null, certificate: null })
    expect(after.epoch).toBe(before.epoch + 1)
    expect((await shop.passes(jun.accessToken)).map((one) => one.passUid)).toContain(passUid)
    expect((await shop.passes(mei.accessToken)).map((one) => one.passUid)).not.toContain(passUid)
    for (const [call, who] of [
      [giftReceive, jun],
      [giftRefuse, jun],
      [giftCancel, mei],
    ] as const)
      expect((await end(call, giftUid, who)).status.code).toBe('E_GIFT_ENDED')
    expect((await shop.requestRefund(mei.accessToken, ordUid)).status.code).toBe('E_REFUND_GIVEN')
    const { data: purchase } = await shop.call(buyDetail, { token: mei.accessToken, params: { id: ordUid } })
    expect(purchase).toMatchObject({ label: 'unused', units: [{ state: null, gift: 'accepted' }] })
    expect((await shop.requestRefund(jun.accessToken, ordUid)).status.code).toBe('E_NOT_FOUND')
    expect((await news(mei))[0]?.title).toContain(jun.email)
  })

  test.each([
    ['declined', giftRefuse],
    ['cancelled', giftCancel],
  ] as const)(
    'the pass of a gift that was %s stays with its sender and can be sent or refunded',
    async (state, call) => {
      const { ordUid, passUid, giftUid } = await sent()
      const waiting = await shop.requestRefund(mei.accessToken, ordUid)
      expect(waiting.status.code).toBe('E_REFUND_GIFT')
      const newsBefore = (await news(call === giftRefuse ? mei : jun)).length
      expect((await end(call, giftUid, call === giftRefuse ? jun : mei)).data).toMatchObject({ state })
      const heard = await news(call === giftRefuse ? mei : jun)
      expect(heard).toHaveLength(newsBefore + 1)
      // A recipient who declines is named by email address only.
      if (call === giftRefuse) expect(heard[0]?.title).toContain(jun.email)
      if (call === giftRefuse) expect(JSON.stringify(heard[0])).not.toMatch(/Mei Lin/)
      expect(await shop.unit(passUid)).toMatchObject({ memberId: mei.memberId, giftUid: null, epoch: 0 })
      expect((await end(giftReceive, giftUid, jun)).status.code).toBe('E_GIFT_ENDED')
      const secondGift = await send(passUid)
      expect(secondGift.status.code).toBe('200')
      await end(giftCancel, secondGift.data?.giftUid ?? '', mei)
      expect((await shop.requestRefund(mei.accessToken, ordUid)).data).toMatchObject({ cancelAmt: 49_000 })
      expect((await send(passUid)).status.code).toBe('E_GIFT_PASS')
    },
  )

  test('a pass with an entry cannot be sent, and a gift whose pass gets an entry cannot be accepted', async () => {
    const { passUid } = await bought()
    await shop.enter(passUid)
    expect((await send(passUid)).status.code).toBe('E_GIFT_PASS')
    const second = await sent()
    await shop.enter(second.passUid)
    expect((await end(giftReceive, second.giftUid, jun)).status.code).toBe('E_GIFT_PASS')
    expect((await lists(jun, 'received'))?.list.find(({ giftUid }) => giftUid === second.giftUid)?.state).toBe('sent')
    const ended = await shop.deps.db.transaction((tx) => endGiftByEntry(tx, second.giftUid, shop.clock()))
    expect(ended).toBe(true)
    expect(await shop.unit(second.passUid)).toMatchObject({ memberId: mei.memberId, giftUid: null })
    expect((await end(giftReceive, second.giftUid, jun)).status.code).toBe('E_GIFT_ENDED')
  })

  test('a gift whose pass is under dispute cannot be accepted until the dispute is resolved', async () => {
    const { ordUid, passUid, giftUid } = await sent()
    const { paymentKey } = await shop.storedOrder(ordUid)
    await shop.dispute(paymentKey, true)
    expect((await end(giftReceive, giftUid, jun)).status.code).toBe('E_GIFT_PASS')
    await shop.dispute(paymentKey, false)
    expect((await end(giftReceive, giftUid, jun)).status.code).toBe('200')
    expect((await shop.unit(passUid)).memberId).toBe(jun.memberId)
  })

  /** A member with a pass that they give to somebody. */
  const giver = async () => {
    const member = await shop.member()
    const { passUids } = await shop.buyPaid(member.accessToken)
    const give = (to: Person) => send(passUids[0] ?? '', { token: member.accessToken, to: to.email })
    const giveAndTakeBack = async (to: Person): Promise<string> => {
      const { data, status } = await give(to)
      await end(giftCancel, data?.giftUid ?? '', member)
      return status.code
    }
    return { give, giveAndTakeBack }
  }

  test('gifts to one member are paced, also when each is taken back', async () => {
    const bo = await shop.member()
    const givers = [await giver(), await giver()]
    const [third, latest] = [await giver(), await giver()]
    const goOn = shop.stopClock()
    for (const { give, giveAndTakeBack } of givers) {
      for (let nth = 0; nth < 2 * QUANTITY_MAX; nth += 1) expect(await giveAndTakeBack(bo)).toBe('200')
      expect(await give(bo)).toMatchObject({ http: 429, status: { code: 'E_THROTTLED', retryAfter: 600 } })
      expect(await giveAndTakeBack(jun)).toBe('200')
    }
    for (let nth = 0; nth < 6; nth += 1) expect(await third.giveAndTakeBack(bo)).toBe('200')
    // A sender with an allowance of their own, and a recipient without one.
    expect(await latest.give(bo)).toMatchObject({ http: 429, status: { code: 'E_THROTTLED', retryAfter: 1_500 } })
    goOn()
    shop.advance(25 * MINUTE_MS)
    expect((await latest.give(bo)).status.code).toBe('200')
  })

  test('a gift that was taken back before its letter and its push left is neither mailed nor pushed', async () => {
    const bo = await shop.member()
    const { give, giveAndTakeBack } = await giver()
    const letters = async () => {
      await runDueJobs(shop.deps)
      const subject = translate('en', 'news.gift_received.title', { sender: 'Mei Lin', pass: '24H' })
      return (await mailsTo(shop, bo.email)).filter((mail) => readLetter(mail).subject === subject).length
    }
    const pushable = async () => {
      const rows = await shop.deps.db.select().from(newsTable).where(eq(newsTable.memberId, bo.memberId))
      const received = rows.filter(({ kind }) => kind === 'gift_received')
      return Promise.all(received.map(async ({ id }) => (await readNews(shop.deps.db, id, shop.clock())) !== undefined))
    }
    await giveAndTakeBack(bo)
    expect(await letters()).toBe(0)
    expect(await pushable()).toEqual([false])
    expect((await give(bo)).status.code).toBe('200')
    expect(await letters()).toBe(1)
    expect((await pushable()).toSorted()).toEqual([false, true])
    expect((await news(bo)).length).toBe(3)
  })

  test('sending to many addresses is throttled', async () => {
    const { passUid } = await bought()
    const codes: string[] = []
    const prober = await shop.member()
    const goOn = shop.stopClock()
    for (let nth = 0; nth < 25; nth += 1)
      codes.push((await send(passUid, { token: prober.accessToken, to: `n${nth}@mail.example` })).status.code)
    goOn()
    expect(codes.at(-1)).toBe('E_THROTTLED')
    expect((await shop.deps.db.select().from(orderTable).where(eq(orderTable.memberId, prober.memberId))).length).toBe(
      0,
    )
  })

  test("the recipient reads neither the giver's order id nor its number, and the giver reads both", async () => {
    const { ordUid, passUid, giftUid } = await sent()
    const { orderNumber } = (await shop.order(mei.accessToken, ordUid)) ?? {}
    const visibleTo = async ({ accessToken: token }: Person): Promise<string> => {
      const answers = [
        await shop.call(myPassList, { token }),
        await shop.call(giftList, { token, query: { pageSize: '50' } }),
        await shop.call(newsList, { token, query: { pageSize: '50' } }),
        await shop.call(buyList, { token }),
        await shop.call(refundList, { token }),
        await shop.call(exchangeCardList, { token }),
        await shop.call(attractionHistory, { token }),
        await shop.call(sync, { token }),
        await (await makePhone(shop)).show(token),
      ]
      expect(answers.map(({ status }) => status.code)).toEqual(answers.map(() => '200'))
      return JSON.stringify(answers.map(({ data }) => data))
    }
    const secrets = [ordUid, String(orderNumber)]
    const ordersOf = async (person: Person) => {
      const answers = await visibleTo(person)
      return secrets.map((secret) => answers.includes(secret))
    }
    expect(await ordersOf(mei)).toEqual([true, true])
    expect(await ordersOf(jun)).toEqual([false, false])
    expect((await end(giftReceive, giftUid, jun)).status.code).toBe('200')
    expect(await visibleTo(jun)).toContain(passUid)
    expect(await ordersOf(jun)).toEqual([false, false])
    const phone = await makePhone(shop)
    const bound = await phone.show(jun.accessToken, { passUid })
    expect(bound.data?.list.find((pass) => pass.passUid === passUid)).toMatchObject({ ordUid: '', orderNumber: '' })
    // The giver's order stays readable for the giver.
    expect((await shop.call(buyDetail, { token: mei.accessToken, params: { id: ordUid } })).data).toMatchObject({
      orderNumber,
    })
    for (const call of [buyDetail, orderDetail])
      expect((await shop.call(call, { token: jun.accessToken, params: { id: ordUid } })).status.code).toBe(
        'E_NOT_FOUND',
      )

    // Returned to its buyer, the pass shows their own order.
    const back = await send(passUid, { to: mei.email, token: jun.accessToken, password: jun.password })
    expect((await end(giftReceive, back.data?.giftUid ?? '', mei)).status.code).toBe('200')
    const own = (await shop.passes(mei.accessToken)).find((pass) => pass.passUid === passUid)
    expect(own).toMatchObject({ ordUid, orderNumber })
  })
})
