import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interest } from '#contract/calls/attraction.ts'
import { sendOwnMail } from '#contract/calls/cert.ts'
import { copyMyData } from '#contract/calls/profile.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { DECIDED } from '#server/modules/memberData/store.ts'
import { type AftersalesShop, openAftersalesShop } from '../aftersales/aftersalesShop.ts'
import { giveOne } from '../coupons/wallet.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, PASSWORD, signIn } from '../harness/factories.ts'
import { makePhone } from '../passes/phone.ts'

describe.each(drawnEngines())('the copy of a member’s data on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  const copy = (token: string | undefined, body: object) =>
    shop.call(copyMyData, { body, ...(token !== undefined && { token }) })

  test('a token alone is not enough: refuses no token, no proof, a wrong password, a wrong and another code', async () => {
    const { accessToken: token, email } = await shop.member()
    const codes = async (...bodies: object[]) => {
      const answers = []
      for (const body of bodies) answers.push((await copy(token, body)).status.code)
      return answers
    }
    expect(await copy(undefined, { password: PASSWORD })).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
    expect(await codes({}, { password: 'Wrong-2026!' }, { code: '000000' })).toEqual([
      'E_CERT_REQUIRED',
      'E_PASSWORD_MISMATCH',
      'E_CERT_EXPIRED',
    ])
    // A code for another purpose does not count.
    await shop.call(sendOwnMail, { token, body: { purpose: 'gift' } })
    expect(await codes({ code: await codeFor(shop, email) })).toEqual(['E_CERT_EXPIRED'])
    expect((await copy(token, { password: PASSWORD, more: 1 })).http).toBe(422)
  })

  test('a mailed code gives one copy, and six in an hour are too many', async () => {
    const member = await shop.member()
    const token = member.accessToken
    await shop.deps.db.update(memberTable).set({ passwordHash: null }).where(eq(memberTable.id, member.memberId))
    await shop.call(sendOwnMail, { token, body: { purpose: 'export' } })
    const code = await codeFor(shop, member.email)
    expect((await copy(token, { code })).data?.sections.profile).toMatchObject([{ email: member.email }])
    expect((await copy(token, { code })).status.code).toBe('E_CERT_EXPIRED')

    const { accessToken } = await shop.member()
    for (let nth = 0; nth < 5; nth += 1)
      expect((await copy(accessToken, { password: PASSWORD })).status.code).toBe('200')
    expect((await copy(accessToken, { password: PASSWORD })).status.code).toBe('E_THROTTLED')
    shop.advance(10 * MINUTE_MS)
    expect((await copy(accessToken, { password: PASSWORD })).status.code).toBe('200')
  })

  test('contains what the member has, with times and versions, and nothing of others or secret', async () => {
    const member = await shop.member()
    const stranger = await shop.member()
    const token = member.accessToken
    const { ordUid, passUids } = await shop.buyPaid(token, 2)
    const { passUids: givenUids } = await shop.buyPaid(stranger.accessToken)
    const received = await shop.unit(givenUids[0] ?? '')
    // The stranger gave this pass away.
    await shop.deps.db
      .update(passTable)
      .set({ memberId: member.memberId })
      .where(eq(passTable.passUid, received.passUid))
    const phone = await makePhone(shop)
    await phone.show(token, { passUid: passUids[0] ?? '' })
    await shop.enter(passUids[1] ?? '')
    const couponUid = await giveOne(shop, token)
    await shop.call(interest, { token, query: { gdsUid: 'busan-tower' } as never, body: {} })
    await signIn(shop, member)

    const { data } = await copy(token, { password: PASSWORD })
    const { sections = {} } = data ?? {}
    const own = await shop.unit(passUids[0] ?? '')
    expect(data?.madeAt).toBeLessThanOrEqual(shop.clock())
    expect(sections.profile).toMatchObject([{ id: member.memberId, email: member.email, engNm: 'Mei' }])
    expect(sections.consents).toEqual([
      { consent: 'terms', version: expect.any(String), agreedAt: expect.stringMatching(/^2026-.*Z$/) },
      { consent: 'privacy', version: expect.any(String), agreedAt: expect.any(String) },
    ])
    expect(sections.orders).toMatchObject([{ ordUid, passCnt: 2, paidAt: expect.stringMatching(/Z$/) }])
    expect(sections.passes?.map(({ passUid, orderNumber }) => ({ passUid, orderNumber }))).toEqual(
      expect.arrayContaining([
        { passUid: own.passUid, orderNumber: own.orderNumber },
        { passUid: received.passUid, orderNumber: null },
      ]),
    )
    expect(sections.visits).toMatchObject([{ passUid: passUids[1], gdsUid: 'busan-tower' }])
    expect(sections.coupons).toMatchObject([{ couponUid }])
    expect(sections.favourites).toMatchObject([{ gdsUid: 'busan-tower' }])
    expect(sections.phones).toHaveLength(1)
    expect(sections.sessions).toHaveLength(2)

    const text = JSON.stringify(data)
    const [bought] = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    const [stored] = await shop.deps.db.select().from(memberTable).where(eq(memberTable.id, member.memberId))
    const secrets = [
      stored?.passwordHash,
      bought?.paymentKey,
      bought?.payUrl,
      own.certificate,
      token,
      received.orderNumber,
    ]
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(text).not.toContain(secret)
    }
    for (const fact of [stranger.memberId, stranger.email]) expect(text).not.toContain(fact)
    expect((await copy(stranger.accessToken, { password: PASSWORD })).data?.sections.passes).toEqual([])
  })

  test('each column that names a member is in the copy, or is left out for a reason', async () => {
    const { rows } = await shop.deps.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public'
        and (column_name like '%member_id' or column_name in ('sender_id', 'recipient_id', 'owner', 'author_id'))`)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.map(({ name }) => name).filter((name) => !DECIDED.has(name))).toEqual([])
  })
})
