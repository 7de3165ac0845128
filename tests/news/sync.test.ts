import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interest, interestDelete, list as attractionList } from '#contract/calls/attraction.ts'
import { giftInsert } from '#contract/calls/gift.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { myPass } from '#contract/calls/stickyArea.ts'
import * as push from '#contract/calls/push.ts'
import { SYNC_PARTS, sync } from '#contract/calls/sync.ts'
import { HOUR_MS } from '#contract/time.ts'
import { marksOf, movedCursor } from '#contract/rules/cursor.ts'
import { coupon } from '#server/db/schema/coupon.ts'
import { favourite } from '#server/db/schema/favourite.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { pointEntry } from '#server/db/schema/point.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { withPartChange } from '#server/modules/sync/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, signIn } from '../harness/factories.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { makePhone } from '../passes/phone.ts'

describe.each(drawnEngines())('changes since a cursor, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const ask = async (token: string, cursor?: string) => {
    const { data, status } = await shop.call(sync, { token, query: cursor === undefined ? {} : { cursor } })
    if (!data) throw new Error(status.code)
    return data
  }
  /** Returns the parts that changed while `deed` ran. */
  const changedBy = async (token: string, deed: () => Promise<unknown>) => {
    const { cursor } = await ask(token)
    await deed()
    return (await ask(token, cursor)).changed
  }
  const buy = async (token: string) => {
    const { ordUid, payUrl } = await shop.place(token)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    return (await shop.passes(token)).find((one) => one.ordUid === ordUid)?.passUid ?? ''
  }

  test('a missing token and malformed parameters are refused', async () => {
    expect((await shop.call(sync)).status.code).toBe('E_TOKEN')
    const { accessToken: token } = await shop.member()
    for (const query of [{ cursor: 'x'.repeat(401) }, { since: '0' }])
      expect((await shop.call(sync, { token, query })).status.code).toBe('E_INPUT')
  })

  test('without a cursor or with an invalid one all parts have changed, with a valid one none', async () => {
    const { accessToken } = await shop.member()
    const { cursor, changed } = await ask(accessToken)
    expect(changed).toEqual([...SYNC_PARTS])
    for (const strange of ['', 'mine', '0.a.b', `2${cursor.slice(1)}`, `${cursor}.more`, "'; drop table pass"])
      expect((await ask(accessToken, strange)).changed).toEqual([...SYNC_PARTS])
    expect(await ask(accessToken, cursor)).toEqual({ cursor, changed: [] })
  })

  test('a write names the marks of its part before and after it, and a cursor that moves over it is up to date', async () => {
    const { accessToken: token } = await shop.member()
    const gdsUid = (await shop.call(attractionList)).data?.list[0]?.gdsUid ?? ''
    const { cursor } = await ask(token)
    const added = (await shop.call(interest, { token, query: { gdsUid } })).data?.change
    const removed = (await shop.call(interestDelete, { token, query: { gdsUid } })).data?.change
    if (!added || !removed) throw new Error('no marks')
    const moved = movedCursor(cursor, added) ?? ''
    expect(marksOf(moved)?.favourites).not.toBe(marksOf(cursor)?.favourites)
    expect(movedCursor(moved, removed)).toBe(cursor)
    const { change } = (await shop.call(push.toggle, { token, body: { pushYn: 'N' } })).data ?? {}
    expect((await ask(token, change && (movedCursor(cursor, change) ?? ''))).changed).toEqual([])
  })

  test('a write during which other rows of the part change names no marks', async () => {
    const { memberId } = await shop.member()
    const write = (changedElsewhere: string[]) =>
      shop.deps.db.transaction((tx) =>
        withPartChange(shop.deps, tx, { memberId, part: 'favourites', keys: ['own'] }, async () => {
          for (const gdsUid of ['own', ...changedElsewhere])
            await tx.insert(favourite).values({ memberId, gdsUid, at: 1 })
          return {}
        }),
      )
    expect(await write(['of another phone'])).toEqual({})
    await shop.deps.db.delete(favourite)
    expect(await write([])).toMatchObject({ change: { part: 'favourites' } })
  })

  test("each action changes the parts that show it, and no other member's parts", async () => {
    const { accessToken: token, memberId, email } = await shop.member()
    const otherMember = await shop.member()
    const { cursor: theirs } = await ask(otherMember.accessToken)
    const gdsUid = (await shop.call(attractionList)).data?.list[0]?.gdsUid ?? ''
    const { db } = shop.deps

    expect(await changedBy(token, () => shop.call(interest, { token, query: { gdsUid } }))).toEqual([
      'favourites',
      'profile',
    ])
    expect(
      await changedBy(token, () => shop.call(insertInquiry, { token, body: { email, content: 'Where is the desk?' } })),
    ).toEqual(['inquiries', 'profile'])
    expect(await changedBy(token, () => shop.call(push.toggle, { token, body: { pushYn: 'N' } }))).toEqual(['settings'])
    expect(await changedBy(token, () => buy(token))).toEqual(['passes', 'purchases', 'profile'])
    expect(
      await changedBy(token, () =>
        db.transaction((tx) =>
          notifyMember(tx, {
            memberId,
            kind: 'refund_denied',
            key: uuidv7(),
            values: { number: '1' },
            at: shop.clock(),
          }),
        ),
      ),
    ).toEqual(['newsfeed'])
    expect(
      await changedBy(token, () =>
        db.insert(coupon).values({
          couponUid: uuidv7(),
          couponPblcnUid: 'welcome',
          number: uuidv7(),
          memberId,
          takenKey: uuidv7(),
          takenAt: shop.clock(),
        }),
      ),
    ).toEqual(['coupons'])
    expect(
      await changedBy(token, () =>
        db.insert(pointEntry).values({
          entryUid: uuidv7(),
          memberId,
          seq: 1,
          kind: 'earn',
          amount: 10,
          balance: 10,
          ordUid: uuidv7(),
          at: shop.clock(),
        } as never),
      ),
    ).toEqual(['points'])
    expect(
      await changedBy(token, () => db.update(memberTable).set({ engNm: 'Hana' }).where(eq(memberTable.id, memberId))),
    ).toEqual(['profile'])
    expect((await ask(otherMember.accessToken, theirs)).changed).toEqual([])
  })

  test('a gift changes the parts of both members', async () => {
    const sender = await shop.member()
    const recipient = await shop.member()
    const passUid = await buy(sender.accessToken)
    const { cursor } = await ask(recipient.accessToken)
    const changed = await changedBy(sender.accessToken, () =>
      shop.call(giftInsert, { token: sender.accessToken, body: { passUid, id: recipient.email } }),
    )
    expect(changed).toEqual(expect.arrayContaining(['passes', 'gifts']))
    expect((await ask(recipient.accessToken, cursor)).changed).toEqual(expect.arrayContaining(['gifts']))
  })

  test('fetching a part does not change it, although reading a pass renews its certificate', async () => {
    const { accessToken: token } = await shop.member()
    const passUid = await buy(token)
    await (await makePhone(shop)).show(token, { passUid })
    await shop.deps.db
      .update(passTable)
      .set({ certificate: null, certificateNotAfter: null })
      .where(eq(passTable.passUid, passUid))
    const { cursor } = await ask(token)
    expect((await shop.passes(token))[0]?.certificate).not.toBeNull()
    expect((await ask(token, cursor)).changed).toEqual([])
  })

  test('a new binding changes the passes, and a new day in Korea changes all parts that depend on the date', async () => {
    const member = await shop.member()
    const token = member.accessToken
    const passUid = await buy(token)
    expect(await changedBy(token, async () => (await makePhone(shop)).show(token, { passUid }))).toEqual(
      expect.arrayContaining(['passes']),
    )
    const { cursor } = await ask(token)
    shop.advance(24 * HOUR_MS)
    const { accessToken } = await signIn(shop, member)
    expect((await ask(accessToken, cursor)).changed).toEqual([
      'passes',
      'coupons',
      'points',
      'purchases',
      'reservations',
    ])
  })

  test('myPass prefers a pass in use to an unused one, and is empty for ended passes and for guests', async () => {
    const guest = await shop.call(myPass)
    expect(guest.data).toEqual({ loginYn: 'N', pass: null, total: 0 })
    expect((await shop.call(myPass, { token: 'garbage' })).status.code).toBe('E_TOKEN')
    const { accessToken: token } = await shop.member()
    const show = async () => (await shop.call(myPass, { token })).data
    expect(await show()).toEqual({ loginYn: 'Y', pass: null, total: 0 })
    const inUse = await buy(token)
    await shop.deps.db.update(passTable).set({ activatedAt: shop.clock() }).where(eq(passTable.passUid, inUse))
    const unused = await buy(token)
    expect(await show()).toMatchObject({ pass: { passUid: inUse, state: 'in_use' }, total: 2 })
    await shop.deps.db.update(passTable).set({ voided: 'refund' }).where(eq(passTable.passUid, inUse))
    expect(await show()).toMatchObject({ pass: { passUid: unused, state: 'unused' }, total: 1 })
    expect((await shop.call(myPass, { token: (await shop.member()).accessToken })).data?.pass).toBeNull()
  })

  test('an event of a withdrawn or unknown member is ignored without an error', async () => {
    const { memberId, email } = await shop.member()
    await shop.deps.db
      .update(memberTable)
      .set({ withdrawnAt: shop.clock(), email: freshEmail() })
      .where(eq(memberTable.email, email))
    const values = { number: '1' }
    await shop.deps.db.transaction(async (tx) => {
      for (const id of [memberId, uuidv7()])
        await notifyMember(tx, { memberId: id, kind: 'refund_denied', key: uuidv7(), values, at: shop.clock() })
    })
  })
})
