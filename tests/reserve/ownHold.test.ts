import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cart from '#contract/calls/cart.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { HOLDS_MAX } from '#contract/limits.ts'
import { drawnEngines } from '../harness/engines.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, SUITE, VAN, type ReservationShop } from './reservationShop.ts'

/** A member who comes back to what is held: their own hold is no other guest’s, and its guest can be corrected. */

describe.each(drawnEngines())('an own hold on %s', (engine) => {
  let inn: ReservationShop
  let mine = ''
  let stranger = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    stranger = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())
  /** A new member for each test: holds of an earlier test would count. */
  const enter = async () => {
    mine = (await inn.visitor()).accessToken
  }

  const create = (quoteUid: string, token = mine, guest: Record<string, string> = {}) =>
    inn.call(reserve.create, { token, body: { quoteUid, ...guest } })
  const dayPairs = async (n: number) => {
    const first = await inn.nameOf(SUITE, n)
    const next = await inn.nameOf(SUITE, n + 1)
    return { first, both: `${first.slice(0, 8)}-${next.slice(9)}` }
  }

  test('that takes most units is no reason to refuse its member a price, and is replaced when it is reserved anew', async () => {
    await enter()
    const priceSn = await inn.nameOf(ROOM, 20)
    const held = await inn.hold(mine, ROOM, priceSn, 5)
    expect((await inn.price(stranger, ROOM, priceSn, 5)).status.code).toBe('E_NO_ROOM')
    expect((await inn.price(mine, ROOM, priceSn, 5)).data).toMatchObject({ left: 8, goodsCnt: 5 })
    const next = (await create(await inn.quoteOf(mine, ROOM, priceSn, 6))).data
    expect(next).toMatchObject({ state: 'held', goodsCnt: 6 })
    expect(await inn.row(held.rsvtUid)).toMatchObject({ state: 'cancelled', end: 'member' })
    expect((await inn.takenUnits(ROOM))[priceSn.slice(0, 8)]).toBe(6)
    // The hold that was replaced can be neither paid nor revived.
    expect(
      (await inn.payInfo(mine, { reserveId: held.rsvtUid, method: 'overseas_card', agreeYn: 'Y' })).status.code,
    ).toBe('E_HOLD_OVER')
  })

  test('stays while there is room beside it', async () => {
    await enter()
    const priceSn = await inn.nameOf(ROOM, 22)
    const held = await inn.hold(mine, ROOM, priceSn, 3)
    await inn.hold(mine, ROOM, priceSn, 5)
    expect((await inn.row(held.rsvtUid)).state).toBe('held')
    expect((await inn.takenUnits(ROOM))[priceSn.slice(0, 8)]).toBe(8)
    // Of two holds the later one is replaced first, and the earlier one only if that is not enough.
    await inn.hold(mine, ROOM, priceSn, 4)
    expect((await inn.row(held.rsvtUid)).state).toBe('held')
    expect((await inn.takenUnits(ROOM))[priceSn.slice(0, 8)]).toBe(7)
  })

  test('that is newer than a price is not replaced by what was priced', async () => {
    await enter()
    const priceSn = await inn.nameOf(ROOM, 28)
    const quoteUids = [await inn.quoteOf(mine, ROOM, priceSn, 5), await inn.quoteOf(mine, ROOM, priceSn, 5)]
    const [first, second] = [await create(quoteUids[0] ?? ''), await create(quoteUids[1] ?? '')]
    expect([first.status.code, second.status.code]).toEqual(['200', 'E_NO_ROOM'])
    expect((await inn.row(first.data?.rsvtUid ?? '')).state).toBe('held')
  })

  test('of some nights counts for a stay with other nights too', async () => {
    await enter()
    const { first, both } = await dayPairs(20)
    const { rsvtUid } = await inn.hold(mine, SUITE, first, 2)
    await inn.hold(mine, SUITE, both, 2)
    expect((await inn.row(rsvtUid)).state).toBe('cancelled')
    expect(await inn.takenUnits(SUITE)).toEqual({ [both.slice(0, 8)]: 2, [first.slice(9)]: 2 })
  })

  test('is free in the calendar of its member alone, until its payment begins', async () => {
    await enter()
    const priceSn = await inn.nameOf(SUITE, 24)
    const startDate = priceSn.slice(0, 8)
    const nightOf = async (token?: string) => {
      const query = { goodsDtlId: SUITE, startDate, endDate: startDate }
      return (await inn.call(reserve.availability, { query, ...(token !== undefined && { token }) })).data?.list[0]
    }
    const { rsvtUid } = await inn.hold(mine, SUITE, priceSn, 2)
    for (const token of [undefined, stranger]) expect(await nightOf(token)).toMatchObject({ left: 0, state: 'closed' })
    expect(await nightOf(mine)).toMatchObject({ left: 2, state: 'step1' })
    await inn.order(mine, rsvtUid)
    expect(await nightOf(mine)).toMatchObject({ left: 0, state: 'closed' })
  })

  test('is a free room in the list of hotels for its member alone', async () => {
    await enter()
    const priceSn = await inn.nameOf(SUITE, 26)
    const roomsFor = async (token?: string) => {
      const query = { startDate: priceSn.slice(0, 8), endDate: priceSn.slice(9) }
      const { data } = await inn.call(reserve.vacancy, { query, ...(token !== undefined && { token }) })
      return data?.list.find(({ gdsUid }) => gdsUid === SUITE.replace(/-r\d$/, ''))?.left ?? 0
    }
    const rooms = await roomsFor()
    await inn.hold(mine, SUITE, priceSn, 2)
    expect([await roomsFor(), await roomsFor(stranger), await roomsFor(mine)]).toEqual([rooms - 2, rooms - 2, rooms])
  })

  test('does not hide units that other members hold, also not from who was priced before', async () => {
    await enter()
    const priceSn = await inn.nameOf(ROOM, 24)
    const held = await inn.hold(mine, ROOM, priceSn, 4)
    const quoteUid = await inn.quoteOf(mine, ROOM, priceSn, 5)
    await inn.hold(stranger, ROOM, priceSn, 4)
    expect((await inn.price(mine, ROOM, priceSn, 5)).status.code).toBe('E_NO_ROOM')
    expect((await create(quoteUid)).status.code).toBe('E_NO_ROOM')
    // What was refused has ended nothing.
    expect((await inn.row(held.rsvtUid)).state).toBe('held')
    expect((await inn.takenUnits(ROOM))[priceSn.slice(0, 8)]).toBe(8)
  })

  test('whose payment has begun is not replaced', async () => {
    await enter()
    const priceSn = await inn.nameOf(VAN, 20)
    const unitsLeft = (await inn.price(mine, VAN, priceSn)).data?.left ?? 0
    const quoteUid = await inn.quoteOf(mine, VAN, priceSn, unitsLeft)
    const { rsvtUid } = await inn.hold(mine, VAN, priceSn, unitsLeft)
    await inn.order(mine, rsvtUid)
    expect((await inn.price(mine, VAN, priceSn)).status.code).toBe('E_NO_ROOM')
    expect((await create(quoteUid)).status.code).toBe('E_NO_ROOM')
    expect((await inn.row(rsvtUid)).state).toBe('held')
  })

  test('makes no line of its member’s cart sold out', async () => {
    await enter()
    const priceSn = await inn.nameOf(PERFUME, 20)
    const total = (await inn.price(mine, PERFUME, priceSn)).data?.left ?? 0
    const fellow = await inn.hold(mine, PERFUME, priceSn, total - 2)
    const line = { gdsDtlUid: PERFUME, priceSn, count: 3, unitPrice: 45_000 }
    const quoteCart = (token: string) => inn.call(cart.quote, { token, body: { lines: [line] } })
    expect((await quoteCart(stranger)).data?.lines[0]?.problem).toBe('sold_out')
    const quoteUid = (await quoteCart(mine)).data?.quoteUid ?? ''
    const bought = await inn.call(cart.buy, { token: mine, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' } })
    expect(bought.status.code).toBe('200')
    expect((await inn.row(fellow.rsvtUid)).state).toBe('cancelled')
    expect((await inn.takenUnits(PERFUME))[priceSn]).toBe(3)
  })

  test('whose answer was lost takes the corrected details of its guest; what is not sent stays', async () => {
    await enter()
    const quoteUid = await inn.quoteOf(mine, PERFUME, await inn.nameOf(PERFUME, 30))
    const { data } = await create(quoteUid, mine, { name: 'Chen Wie', email: 'chen@example.com', wish: 'Late' })
    const { rsvtUid = '', guest } = data ?? {}
    expect((await create(quoteUid, stranger, { name: 'Eve' })).status.code).toBe('E_NOT_FOUND')
    expect((await create(quoteUid)).data).toMatchObject({ rsvtUid, guest, wish: 'Late' })
    expect((await create(quoteUid, mine, { name: 'Chen Wei', mobile: '+886912345678' })).data).toMatchObject({
      rsvtUid,
      state: 'held',
      guest: { name: 'Chen Wei', email: 'chen@example.com', mobile: '+886912345678' },
      wish: 'Late',
    })
    expect((await create(quoteUid, mine, { wish: ' ' })).data).toMatchObject({ rsvtUid, wish: null })
    expect(await inn.row(rsvtUid)).toMatchObject({ guestName: 'Chen Wei', wish: null })
  })

  test('whose payment has begun or that has ended keeps its guest', async () => {
    await enter()
    const priceSn = await inn.nameOf(PERFUME, 31)
    const [paying, cancelled] = [await inn.quoteOf(mine, PERFUME, priceSn), await inn.quoteOf(mine, PERFUME, priceSn)]
    const rsvtUids: string[] = []
    for (const quoteUid of [paying, cancelled])
      rsvtUids.push((await create(quoteUid, mine, { name: 'Chen Wei' })).data?.rsvtUid ?? '')
    const [first = '', second = ''] = rsvtUids
    await inn.order(mine, first)
    await inn.cancel(mine, second)
    for (const [quoteUid, rsvtUid] of [
      [paying, first],
      [cancelled, second],
    ] as const) {
      const answer = await create(quoteUid, mine, { name: 'Jun Lee' })
      expect(answer.data).toMatchObject({ rsvtUid, guest: { name: 'Chen Wei' } })
      expect((await inn.row(rsvtUid)).guestName).toBe('Chen Wei')
    }
  })

  test('makes room among the holds of its member too', async () => {
    await enter()
    const priceSn = await inn.nameOf(ROOM, 26)
    await inn.hold(mine, ROOM, priceSn, 5)
    for (let nth = 1; nth < HOLDS_MAX; nth += 1) await inn.hold(mine, LOCKER, 'open')
    expect((await create(await inn.quoteOf(mine, ROOM, priceSn, 1))).status.code).toBe('E_HOLDS')
    expect((await create(await inn.quoteOf(mine, ROOM, priceSn, 4))).status.code).toBe('200')
  })
})
