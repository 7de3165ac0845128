import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { list as attractionList } from '#contract/calls/attraction.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { giftCancel, giftInsert, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { admission, discountUse } from '#server/db/schema/pass.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { VENUE } from '../gate/gates.ts'
import type { signUpMember } from '../harness/factories.ts'
import { openRace, type Race } from '../harness/race.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

/** Few in `npm test`, many in `npm run faults`. */
const GIFT_ROUNDS = Number(process.env.GIFT_ROUNDS ?? 6)
const REFUND_ROUNDS = Number(process.env.REFUND_ROUNDS ?? 8)
const TWENTY = 20
/** How many calls can wait for a lock at once: one less than the sixteen connections of the pool. */
const STANDING = 15

type Person = Awaited<ReturnType<typeof signUpMember>>

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('concurrent calls for one pass, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  let mei: Person
  let jun: Person
  let phone: Phone
  let credential = ''
  let till = ''
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres' })
    ;[mei, jun] = [await shop.member(), await shop.member()]
    phone = await makePhone(shop)
    const places = (await shop.call(attractionList, { query: { pageSize: '50' } })).data?.list ?? []
    const place = places.find((one) => 'passGroup' in one && one.passGroup === 'B')
    const enrol = async (placeUid: string) => {
      const { code } = await makeEnrolmentCode(shop.deps, placeUid)
      return (await shop.call(gateCalls.enrol, { body: { code, label: 'Door 1' } })).data?.credential ?? ''
    }
    credential = await enrol(place?.gdsUid ?? '')
    till = await enrol(VENUE)
    expect([credential, till]).not.toContain('')
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const url = () => shop.deps.config.databaseUrl ?? ''
  const passRow = (passUid: string) => ({
    text: 'select 1 from pass where pass_uid = $1 for update',
    values: [passUid],
  })
  const orderRow = (ordUid: string) => ({
    text: 'select 1 from orders where ord_uid = $1 for update',
    values: [ordUid],
  })
  const tokenOf = (who: Person) => who.accessToken

  /** Ends one gift in all three ways and refunds its order, at once. Returns which calls succeeded. */
  const giftTogether = async () => {
    // Gifts to email addresses are throttled, and those to one member.
    shop.advance(31_000)
    jun = await shop.member()
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(tokenOf(mei))
    const passUid = passUids[0] ?? ''
    const { data } = await shop.call(giftInsert, { token: tokenOf(mei), body: { passUid, id: jun.email } })
    const body = { giftUid: data?.giftUid ?? '' }
    const answers = await race.runTogether(url(), passRow(passUid), [
      async () => (await shop.call(giftReceive, { token: tokenOf(jun), body })).status.code,
      async () => (await shop.call(giftRefuse, { token: tokenOf(jun), body })).status.code,
      async () => (await shop.call(giftCancel, { token: tokenOf(mei), body })).status.code,
      async () => (await shop.requestRefund(tokenOf(mei), ordUid)).status.code,
    ])
    const [received, refused, cancelled, refunded] = answers.map((code) => code === '200')
    return { ends: [received, refused, cancelled].filter(Boolean).length, received, refunded, passUid, paymentKey }
  }

  test(`a gift has one end and its pass one owner, ${GIFT_ROUNDS} times`, async () => {
    for (let nth = 0; nth < GIFT_ROUNDS; nth += 1) {
      const { ends, received, refunded, passUid, paymentKey } = await giftTogether()
      expect(ends).toBe(1)
      expect(received && refunded).toBe(false)
      await shop.runJobs()
      const row = await shop.unit(passUid)
      expect(row.memberId).toBe(received ? jun.memberId : mei.memberId)
      expect(row).toMatchObject({ giftUid: null, voided: refunded ? 'refund' : null })
      expect(shop.bank.keptKrw(paymentKey)).toBe(refunded ? 0 : 49_000)
    }
  })
  test('twin: without the condition on the gift’s state, it has several ends', async () => {
    const cut = race.without(/and "gift"\."state" = (\$\d+)/, 'and $1::text is not null')
    const ends: number[] = []
    for (let nth = 0; nth < 4; nth += 1) ends.push((await giftTogether()).ends)
    expect(cut.count).toBeGreaterThan(4)
    expect(Math.max(...ends)).toBeGreaterThan(1)
  })

  /** Sends twenty refund requests for the same unit of a large order. */
  const refundTogether = async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(tokenOf(mei), 6)
    const calls = Array.from({ length: TWENTY }, () => async () => {
      const { status } = await shop.requestRefund(tokenOf(mei), ordUid, { passUids: passUids.slice(0, 1) })
      return status.code
    })
    const codes = await race.runTogether(url(), orderRow(ordUid), calls, STANDING)
    await shop.runJobs()
    return { codes, keptKrw: shop.bank.keptKrw(paymentKey) }
  }

  test('of twenty refund requests for one pass one is accepted, and the money is refunded once', async () => {
    const { codes, keptKrw } = await refundTogether()
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['200', 'E_REFUND_ASKED']))
    expect(keptKrw).toBe(5 * 49_000)
  })
  test('twin: without row locks and the conditions on the pass, several requests are accepted', async () => {
    race.without(/ for update$/, '')
    race.without(/ and "pass"\."(?:gift_uid|refund_uid|activated_at|voided)" is null/, '')
    const { ordUid, passUids } = await shop.buyPaid(tokenOf(mei), 6)
    const calls = Array.from({ length: STANDING }, () => async () => {
      const { status } = await shop.requestRefund(tokenOf(mei), ordUid, { passUids: passUids.slice(0, 1) })
      return status.code
    })
    // Without these locks they wait at their first write instead.
    const codes = await race.runTogether(url(), passRow(passUids[0] ?? ''), calls)
    expect(codes.filter((code) => code === '200').length).toBeGreaterThan(1)
  })

  /** Returns `n` live codes of this pass, a millisecond apart. */
  const codesOf = async (passUid: string, n = 1) => {
    const code = await phone.show(tokenOf(mei), { passUid })
    const certificate = code.data?.list.find((one) => one.passUid === passUid)?.certificate ?? ''
    const bytes = fromBase64url(certificate) ?? new Uint8Array()
    const now = shop.clock()
    return Promise.all(Array.from({ length: n }, (_, nth) => presentCode(bytes, now + nth, phone.sign)))
  }

  /** Scans a pass at a gate and requests its refund, at once. */
  const gateAndRefund = async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(tokenOf(mei))
    const passUid = passUids[0] ?? ''
    const [code = ''] = await codesOf(passUid)
    const [entry, refund] = await race.runTogether<string>(url(), passRow(passUid), [
      async () => {
        const body = { entryUid: randomUUID(), code }
        const { data, status } = await shop.call(gateCalls.admit, { token: credential, body })
        return data?.verdict ?? status.code
      },
      async () => (await shop.requestRefund(tokenOf(mei), ordUid)).status.code,
    ])
    await shop.runJobs()
    const entries = await shop.deps.db.select().from(admission).where(eq(admission.passUid, passUid))
    return { entered: entries.length, entry, refund, keptKrw: shop.bank.keptKrw(paymentKey) }
  }

  test(`a pass is admitted or refunded, never both, ${REFUND_ROUNDS} times`, async () => {
    for (let nth = 0; nth < REFUND_ROUNDS; nth += 1) {
      const { entered, entry, refund, keptKrw } = await gateAndRefund()
      expect([
        [1, 'admitted', 'E_REFUND_USED', 49_000],
        [0, 'refused', '200', 0],
      ]).toContainEqual([entered, entry, refund, keptKrw])
    }
  })
  const discount = async (code: string) => {
    const { data, status } = await shop.call(gateCalls.admit, { token: till, body: { entryUid: randomUUID(), code } })
    return data?.reason ?? data?.verdict ?? status.code
  }
  const standing = async (passUid: string) =>
    (await shop.deps.db.select().from(discountUse).where(eq(discountUse.passUid, passUid))).filter(
      ({ mark, undoneAt }) => mark === null && undoneAt === null,
    ).length

  /** Uses a discount at a partner, and refunds the pass or sends it as a gift, at once. */
  const discountAnd = async (what: 'refund' | 'gift') => {
    // Gifts to email addresses are throttled, and those to one member.
    shop.advance(31_000)
    jun = await shop.member()
    const { ordUid, passUids } = await shop.buyPaid(tokenOf(mei))
    const passUid = passUids[0] ?? ''
    const [code = ''] = await codesOf(passUid)
    // The pass is bound by now: without the phone's signature the gift would be refused before it reaches the lock.
    const { deviceUid, epoch } = await shop.unit(passUid)
    const facts = { giftUid: randomUUID(), passUid, deviceUid: deviceUid ?? '', epoch, recipient: jun.email }
    const body = { passUid, id: jun.email, proof: await phone.giftProof(facts) }
    const [used, leaveStatus] = await race.runTogether<string>(url(), passRow(passUid), [
      () => discount(code),
      async () =>
        what === 'refund'
          ? (await shop.requestRefund(tokenOf(mei), ordUid)).status.code
          : (await shop.call(giftInsert, { token: tokenOf(mei), body })).status.code,
    ])
    return [await standing(passUid), used, leaveStatus]
  }

  test.each([
    ['refund', 'E_REFUND_USED', 'refunded'],
    ['gift', 'E_GIFT_PASS', 'gift_pending'],
  ] as const)(
    `a pass is used for a discount or goes by %s, never both, ${REFUND_ROUNDS} times`,
    async (what, no, reason) => {
      for (let nth = 0; nth < REFUND_ROUNDS; nth += 1)
        expect([
          [1, 'recorded', no],
          [0, reason, '200'],
        ]).toContainEqual(await discountAnd(what))
    },
  )
  test.each(['refund', 'gift'] as const)(
    'twin: without row locks and the conditions on the pass, a discount and a %s both go through',
    async (what) => {
      race.without(/ for update$/, '')
      race.without(/ and "pass"\."(?:gift_uid|refund_uid|activated_at|discount_used_at|voided)" is null/, '')
      race.without(/"pass"\."(?:activated_at|discount_used_at)" is null and /, '')
      let both = 0
      for (let nth = 0; nth < 4; nth += 1) {
        const [count, , leaveStatus] = await discountAnd(what)
        if (count === 1 && leaveStatus === '200') both += 1
      }
      expect(both).toBeGreaterThan(0)
    },
  )

  /** Scans fifteen codes of one pass at one partner at once. Returns the discounts that count, and the answers. */
  const discountsTogether = async () => {
    const { passUids } = await shop.buyPaid(tokenOf(mei))
    const passUid = passUids[0] ?? ''
    const codes = await codesOf(passUid, STANDING)
    const answers = await race.runTogether(
      url(),
      passRow(passUid),
      codes.map((code) => () => discount(code)),
    )
    return { count: await standing(passUid), answers: answers.toSorted() }
  }
  test('of fifteen concurrent discounts of one pass at one partner one is recorded, and the others are used_here', async () => {
    expect(await discountsTogether()).toEqual({
      count: 1,
      answers: ['recorded', ...Array.from({ length: STANDING - 1 }, () => 'used_here')],
    })
  })
  test('twin: without row locks, the unique index still allows one discount, and without both there are several', async () => {
    race.without(/ for update$/, '')
    expect((await discountsTogether()).count).toBe(1)
    await shop.deps.db.execute(sql`drop index discount_use_once`)
    expect((await discountsTogether()).count).toBeGreaterThan(1)
  })

  test('twin: without row locks and the conditions on the pass, an entry and a refund both succeed', async () => {
    // Without the locks both read the pass before either has written.
    race.without(/ for update$/, '')
    race.without(/ and "pass"\."(?:gift_uid|refund_uid|activated_at|voided)" is null/, '')
    race.without(/"pass"\."(?:activated_at|discount_used_at)" is null and /, '')
    let both = 0
    for (let nth = 0; nth < 4; nth += 1) {
      const { entered, refund } = await gateAndRefund()
      if (entered === 1 && refund === '200') both += 1
    }
    expect(both).toBeGreaterThan(0)
  })
})
