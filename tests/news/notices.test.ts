import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import * as gate from '#contract/calls/gate.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as push from '#contract/calls/push.ts'
import { HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { pass as passTable, admission } from '#server/db/schema/pass.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { announceActivation, retractActivation } from '#server/modules/pass/service.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { makePhone } from '../passes/phone.ts'
import { openPushService, type PushService } from './pushService.ts'

/** Writes an instant in Korean time as English texts have it: 21 November 2026 at 18:00. */
const koreanText = (at: number): string => {
  const day = new Date(at).toLocaleDateString('en-GB', { timeZone: 'Asia/Seoul', dateStyle: 'long' })
  return `${day} at ${new Date(at + KST_OFFSET_MS).toISOString().slice(11, 16)}`
}

describe.each(drawnEngines())('notices of a pass on %s', (engine) => {
  let shop: Shop
  let service: PushService
  beforeAll(async () => {
    service = await openPushService()
    shop = await openShop({ engine, reach: service.reach })
  })
  afterAll(async () => {
    await shop.close()
    await service.close()
  })

  /** Returns a member with a subscribed phone and a pass activated now. */
  const start = async () => {
    const member = await shop.member()
    // “Keep me signed in”: in a session without it, pushes end 12 hours later.
    const { accessToken: token } = await signIn(shop, member)
    const phone = service.makePhone()
    await shop.call(push.subscribe, { token, body: phone.subscription })
    const { ordUid, payUrl } = await shop.place(token)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    const [pass] = await shop.deps.db.select().from(passTable).where(eq(passTable.ordUid, ordUid))
    if (!pass) throw new Error('no pass')
    const { passUid } = pass
    const activatedAt = shop.clock()
    await shop.deps.db.transaction(async (tx) => {
      await tx.update(passTable).set({ activatedAt }).where(eq(passTable.passUid, passUid))
      await announceActivation(tx, pass, activatedAt, activatedAt)
      await announceActivation(tx, pass, activatedAt, activatedAt)
    })
    // Signs in each time: the tests advance the clock by more than a token lives.
    const newsTitles = async () => {
      const { accessToken } = await signIn(shop, member)
      return ((await shop.call(newsfeed.list, { token: accessToken })).data?.list ?? []).map(({ title }) => title)
    }
    const pushedTexts = () => (phone.messages() as { body: string }[]).map(({ body }) => body)
    const pushed = () => (phone.messages() as { title: string }[]).map(({ title }) => title)
    return { ...member, token, passUid, activatedAt, newsTitles, pushed, pushedTexts }
  }
  const advance = async (ms: number) => {
    shop.advance(ms)
    await runDueJobs(shop.deps)
  }

  test('activation, six hours before the end, and the end are announced once each, in the feed and on the phone', async () => {
    const { activatedAt, newsTitles, pushed, pushedTexts } = await start()
    const until = `You can use it until ${koreanText(activatedAt + 24 * HOUR_MS)}, Korean time.`
    await advance(0)
    expect(pushedTexts()).toEqual([until])
    const activated = ['Your 24H pass has been activated']
    expect([await newsTitles(), pushed()]).toEqual([activated, activated])
    await advance(18 * HOUR_MS - 60_000)
    expect(pushed()).toEqual(activated)
    await advance(60_000)
    expect(pushed()).toEqual([...activated, 'Your 24H pass expires in less than 6 hours'])
    expect(pushedTexts()).toEqual([until, until])
    await advance(6 * HOUR_MS - 60_000)
    expect(pushed()).toHaveLength(2)
    await advance(60_000)
    await advance(HOUR_MS)
    const all = [...activated, 'Your 24H pass expires in less than 6 hours', 'Your 24H pass has expired']
    expect(pushed()).toEqual(all)
    expect((await newsTitles()).toReversed()).toEqual(all)
  })

  test('a card that was registered after its first entry is announced before its end and at its end', async () => {
    const member = await shop.member()
    const cardNum = sampleNumber(1, 1)
    const token = await gateAt(shop, 'busan-tower')
    const entry = { entryUid: crypto.randomUUID(), code: sampleQr(cardNum) }
    expect((await shop.call(gate.admit, { token, body: entry })).data).toMatchObject({ verdict: 'admitted' })
    await advance(HOUR_MS)
    const registered = await shop.call(card.passInsert, { token: member.accessToken, query: { cardNum } })
    expect(registered.status.code).toBe('200')
    const titles = async () => {
      const { accessToken } = await signIn(shop, member)
      return (await shop.call(newsfeed.list, { token: accessToken })).data?.list.map(({ title }) => title)
    }
    await advance(17 * HOUR_MS - 60_000)
    expect(await titles()).toEqual([])
    await advance(60_000)
    const expiring = 'Your 24H pass expires in less than 6 hours'
    expect(await titles()).toEqual([expiring])
    await advance(6 * HOUR_MS)
    expect(await titles()).toEqual(['Your 24H pass has expired', expiring])
  })

  test('a server that was down during both announces the end alone', async () => {
    const { pushed } = await start()
    await advance(0)
    await advance(25 * HOUR_MS)
    expect(pushed()).toEqual(['Your 24H pass has been activated', 'Your 24H pass has expired'])
  })

  test('a pass whose activation was undone or that was refunded is announced no further', async () => {
    const undone = await start()
    await shop.deps.db.update(passTable).set({ activatedAt: null }).where(eq(passTable.passUid, undone.passUid))
    const refunded = await start()
    await shop.deps.db.update(passTable).set({ voided: 'refund' }).where(eq(passTable.passUid, refunded.passUid))
    await advance(18 * HOUR_MS)
    await advance(7 * HOUR_MS)
    for (const { newsTitles } of [undone, refunded])
      expect(await newsTitles()).toEqual(['Your 24H pass has been activated'])
  })

  test('an activation that is undone before its push is sent is neither pushed nor listed', async () => {
    const { passUid, memberId, activatedAt, newsTitles, pushed } = await start()
    await shop.deps.db.transaction(async (tx) => {
      await tx.update(passTable).set({ activatedAt: null }).where(eq(passTable.passUid, passUid))
      await retractActivation(tx, { passUid, memberId: uuidv7() }, activatedAt)
    })
    // The news of another member stays.
    expect(await newsTitles()).toEqual(['Your 24H pass has been activated'])
    await shop.deps.db.transaction((tx) => retractActivation(tx, { passUid, memberId }, activatedAt))
    await advance(0)
    expect([await newsTitles(), pushed()]).toEqual([[], []])
  })

  test('a Big3 without entries left gets no notice of its last six hours', async () => {
    const { passUid, pushed } = await start()
    await shop.deps.db.update(passTable).set({ passType: 'Big3' }).where(eq(passTable.passUid, passUid))
    for (const group of ['A', 'B', 'B'] as const)
      await shop.deps.db
        .insert(admission)
        .values({ admissionUid: uuidv7(), passUid, gdsUid: `attr-${group}`, group, at: shop.clock() } as never)
    await advance(18 * HOUR_MS)
    expect(pushed()).toEqual(['Your 24H pass has been activated'])
  })

  test('a pass that moved to another phone is reported to its member', async () => {
    const member = await shop.member()
    const token = member.accessToken
    const { ordUid, payUrl } = await shop.place(token)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    const passUid = (await shop.passes(token))[0]?.passUid ?? ''
    await (await makePhone(shop)).show(token, { passUid })
    const news = async () => (await shop.call(newsfeed.list, { token })).data?.list ?? []
    expect(await news()).toEqual([])
    await (await makePhone(shop)).show(token, { passUid, password: member.password })
    expect((await news()).map(({ title }) => title)).toEqual(['Your 24H pass was moved or set up again'])
  })
})
