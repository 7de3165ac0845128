import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admit } from '#contract/calls/gate.ts'
import { endOthers } from '#contract/calls/session.ts'
import { redeem } from '#contract/calls/redeem.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { sync } from '#contract/calls/sync.ts'
import { CODE_SKEW_MS } from '#contract/limits.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { CODE_PREFIX, presentCode, VOUCHER_PREFIX } from '#contract/rules/passCode.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { citySeed, readSeed } from '#server/modules/catalogue/service.ts'
import { seedOfGoods } from '#server/modules/goods/service.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { makePhone } from '../passes/phone.ts'
import { CAFE, CAFE_PLACE, OTHER_CAFE, PERFUME_PLACE, voucherGate, voucherHolder, voucherOf } from './voucherHolder.ts'
import { LOCKER, openReservationShop, PERFUME, type ReservationShop } from '../reserve/reservationShop.ts'

let shop: ReservationShop
let terminal: Terminal
let holder: Awaited<ReturnType<typeof voucherHolder>>
let cafe: Awaited<ReturnType<typeof voucherGate>>
beforeAll(async () => {
  shop = await openReservationShop({ engine: 'embedded' })
  terminal = await openTerminal(shop)
  holder = await voucherHolder(shop)
  cafe = await voucherGate(shop, CAFE_PLACE)
})
afterAll(() => shop.close())

const bookCafe = async (units = 1) => (await shop.book(holder.token, CAFE, 'open', units)).rsvtUid
const usedAtOf = async (rsvtUid: string) => (await shop.row(rsvtUid)).usedAt

test('goods are redeemed at attractions and partners of the seed alone', () => {
  const venues = readSeed<{ items: { id: string }[] }>('venues').items
  const places = new Set([...citySeed().records.attractions, ...venues].map(({ id }) => id))
  const live = seedOfGoods().goods.filter(({ doc }) => doc.redeemAt)
  expect(live.map(({ gdsUid }) => gdsUid).toSorted()).toEqual(['act-perfume', 'vo-aquarium-family', 'vo-cafe-momos'])
  for (const { doc } of live) for (const place of doc.redeemAt ?? []) expect(places).toContain(place)
})

describe('the certificate of a voucher', () => {
  test('is for the phone of the session, and only of goods that a gate redeems (L23)', async () => {
    const rsvtUid = await bookCafe()
    expect((await voucherOf(shop, holder.token, rsvtUid)).live?.certificate).not.toBeNull()
    // Another session of the member, whose phone has not registered.
    const elsewhere = await holder.signInAgain()
    expect((await voucherOf(shop, elsewhere, rsvtUid)).live).toEqual({ deviceUid: null, certificate: null })
    const { rsvtUid: locker } = await shop.book(holder.token, LOCKER, 'open')
    expect((await voucherOf(shop, holder.token, locker)).live).toBeUndefined()
    const stranger = (await shop.visitor()).accessToken
    const { status } = await shop.call(reserve.voucher, { token: stranger, query: { rsvtUid } })
    expect(status.code).toBe('E_NOT_FOUND')
  })

  test('a phone that registers changes the part of the reservations, so that its next round fetches vouchers (L23)', async () => {
    const token = await holder.signInAgain()
    const ask = async (cursor?: string) =>
      (await shop.call(sync, { token, query: { ...(cursor !== undefined && { cursor }), part: 'reservations' } })).data
    const cursor = (await ask())?.cursor
    expect((await ask(cursor))?.changed).toEqual([])
    await (await makePhone(shop)).show(token)
    expect((await ask(cursor))?.changed).toEqual(['reservations'])
  })
})

describe('a gate refuses a voucher', () => {
  test('a caller that is no gate', async () => {
    const body = { entryUid: randomUUID(), code: 'HP1V:ABC' }
    for (const token of [undefined, holder.token]) {
      const { status } = await shop.call(redeem, { ...(token !== undefined && { token }), body })
      expect(status.code).toBe('E_GATE')
    }
  })

  test('texts of other kinds, a forged code, and a code that another key signed (G1)', async () => {
    const rsvtUid = await bookCafe()
    const code = await holder.draw(rsvtUid)
    const { sign } = await makePhone(shop)
    const stolen = await presentCode(await holder.certificateOf(rsvtUid), shop.clock(), sign)
    for (const wrong of ['', 'HP1V:', code.replace(VOUCHER_PREFIX, CODE_PREFIX), `${code.slice(0, -3)}000`, stolen])
      expect(await cafe(wrong || 'x'), wrong).toMatchObject({ verdict: 'refused', reason: 'unreadable', voucher: null })
    expect(await usedAtOf(rsvtUid)).toBeNull()
  })

  test('a gate for passes does not know the code', async () => {
    const rsvtUid = await bookCafe()
    const token = await gateAt(shop, CAFE_PLACE)
    const body = { entryUid: randomUUID(), code: await holder.draw(rsvtUid) }
    expect((await shop.call(admit, { token, body })).data).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
  })

  test('goods of another place, of which it learns nothing (G36)', async () => {
    const rsvtUid = await bookCafe()
    const perfume = await voucherGate(shop, PERFUME_PLACE)
    expect(await perfume(await holder.draw(rsvtUid))).toMatchObject({ reason: 'elsewhere', voucher: null })
    expect(await usedAtOf(rsvtUid)).toBeNull()
  })

  test('an old code, and a picture of a code of another time (G9)', async () => {
    const rsvtUid = await bookCafe()
    expect((await cafe(await holder.draw(rsvtUid, -27 * HOUR_MS))).reason).toBe('old_code')
    const picture = await holder.draw(rsvtUid, -CODE_SKEW_MS - MINUTE_MS)
    expect((await cafe(picture)).verdict).toBe('hold')
    shop.advance(21_000)
    expect((await cafe(picture)).reason).toBe('old_code')
    expect(await usedAtOf(rsvtUid)).toBeNull()
  })

  test('a departure of another day, and the code of a phone after the reservation is over', async () => {
    const { rsvtUid } = await shop.book(holder.token, PERFUME, await shop.nameOf(PERFUME))
    const perfume = await voucherGate(shop, PERFUME_PLACE)
    expect(await perfume(await holder.draw(rsvtUid))).toMatchObject({
      reason: 'not_today',
      voucher: { rsvtUid, usedAt: null },
    })
    expect(await usedAtOf(rsvtUid)).toBeNull()
  })

  test('a cancelled reservation, although its phone still draws (G36)', async () => {
    const rsvtUid = await bookCafe()
    const certificate = await holder.certificateOf(rsvtUid)
    expect((await shop.cancel(holder.token, rsvtUid)).status.code).toBe('200')
    const code = await presentCode(certificate, shop.clock(), holder.phone.sign)
    expect(await cafe(code)).toMatchObject({ reason: 'cancelled', voucher: { rsvtUid } })
  })

  test('a phone that was signed out, at once (G36)', async () => {
    const visitor = await voucherHolder(shop)
    const { rsvtUid } = await shop.book(visitor.token, CAFE, 'open')
    const code = await visitor.draw(rsvtUid)
    await shop.call(endOthers, { token: await visitor.signInAgain() })
    expect(await cafe(code)).toMatchObject({ reason: 'revoked', voucher: null })
    expect(await usedAtOf(rsvtUid)).toBeNull()
  })
})

describe('a gate redeems a voucher', () => {
  test('all units once, at either place, and both sides see it (G36)', async () => {
    const rsvtUid = await bookCafe(3)
    const cursor = (await shop.call(sync, { token: holder.token, query: {} })).data?.cursor ?? ''
    const answer = await cafe(await holder.draw(rsvtUid))
    const { rsvtNumber } = await shop.row(rsvtUid)
    expect(answer).toMatchObject({
      verdict: 'redeemed',
      reason: null,
      by: 'clock',
      voucher: { rsvtUid, rsvtNumber, goodsNm: 'Café Drink Voucher', goodsCnt: 3, usedAt: answer.at },
    })

    shop.advance(30_000)
    const secondCafe = await voucherGate(shop, OTHER_CAFE)
    // The phone has not heard of it, and draws on.
    const [reservation, voucher] = [
      await shop.read(holder.token, rsvtUid),
      await voucherOf(shop, holder.token, rsvtUid),
    ]
    expect(reservation).toMatchObject({ state: 'used', usedAt: answer.at })
    expect(reservation.actions).toEqual(['review'])
    expect(voucher).toMatchObject({ state: 'used', usedAt: answer.at })
    expect(voucher.live).toBeUndefined()
    const query = { cursor, part: 'reservations' } as const
    expect((await shop.call(sync, { token: holder.token, query })).data?.changed).toEqual(['reservations'])
    expect((await shop.cancel(holder.token, rsvtUid)).status.code).toBe('E_CANCEL_LATE')
    const listed = await terminal.type('reservation', 'list')
    expect(listed).toContain(`${rsvtNumber}  redeemed`)
    expect(listed).toContain('3 × Café Drink Voucher')

    const { rsvtUid: second } = await shop.book(holder.token, CAFE, 'open')
    const certificate = await holder.certificateOf(second)
    expect((await secondCafe(await presentCode(certificate, shop.clock(), holder.phone.sign))).verdict).toBe('redeemed')
    expect(await cafe(await presentCode(certificate, shop.clock() + 1_000, holder.phone.sign))).toMatchObject({
      verdict: 'refused',
      reason: 'used',
      voucher: { usedAt: await usedAtOf(second) },
    })
  })

  test('a scan that is sent again with the next code has the same success (G37)', async () => {
    const rsvtUid = await bookCafe()
    const entryUid = randomUUID()
    const certificate = await holder.certificateOf(rsvtUid)
    const first = await cafe(await presentCode(certificate, shop.clock(), holder.phone.sign), entryUid)
    shop.advance(15_000)
    const nextCode = await presentCode(certificate, shop.clock(), holder.phone.sign)
    expect(await cafe(nextCode, entryUid)).toMatchObject({ verdict: 'redeemed', at: first.at })
    expect((await cafe(nextCode)).reason).toBe('used')
  })

  test('the two codes of a phone whose clock is wrong (G7)', async () => {
    const rsvtUid = await bookCafe()
    const skewMs = HOUR_MS
    expect(await cafe(await holder.draw(rsvtUid, skewMs))).toMatchObject({ verdict: 'hold' })
    shop.advance(15_000)
    expect(await cafe(await holder.draw(rsvtUid, skewMs))).toMatchObject({ verdict: 'redeemed', by: 'two_codes' })
  })

  test('a departure from midnight of its day on; then the list has it in the past (G36)', async () => {
    const { rsvtUid } = await shop.book(holder.token, PERFUME, await shop.nameOf(PERFUME))
    const { startsAt } = await shop.row(rsvtUid)
    shop.advance(startsAt - shop.clock() - HOUR_MS)
    const token = await holder.signInAgain()
    await holder.phone.show(token)
    const { live } = await voucherOf(shop, token, rsvtUid)
    const certificate = fromBase64url(live?.certificate ?? '') ?? new Uint8Array()
    const perfume = await voucherGate(shop, PERFUME_PLACE)
    expect(await perfume(await presentCode(certificate, shop.clock(), holder.phone.sign))).toMatchObject({
      verdict: 'redeemed',
    })
    const listed = async (type: 'upcoming' | 'past') =>
      (await shop.call(reserve.list, { token, query: { pageSize: '50', type } })).data?.list.some(
        (one) => one.rsvtUid === rsvtUid,
      )
    expect([await listed('upcoming'), await listed('past')]).toEqual([false, true])
    shop.advance(DAY_MS)
    expect((await shop.read(await holder.signInAgain(), rsvtUid)).state).toBe('used')
  })
})
