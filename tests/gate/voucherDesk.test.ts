import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as review from '#contract/calls/review.ts'
import { sync } from '#contract/calls/sync.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { CAFE, CAFE_PLACE, voucherGate, voucherHolder, voucherOf } from './voucherHolder.ts'
import { LOCKER, openReservationShop, PERFUME, type ReservationShop } from '../reserve/reservationShop.ts'

/** What the desk repairs at a partner: a voucher that could not be scanned, and a scan that was wrong (decision 0343). */

describe.each(drawnEngines())('the desk of vouchers, on %s', (engine) => {
  let shop: ReservationShop
  let terminal: Terminal
  let holder: Awaited<ReturnType<typeof voucherHolder>>
  let cafe: Awaited<ReturnType<typeof voucherGate>>
  beforeAll(async () => {
    shop = await openReservationShop({ engine })
    terminal = await openTerminal(shop)
    holder = await voucherHolder(shop)
    cafe = await voucherGate(shop, CAFE_PLACE)
  })
  afterAll(() => shop.close())

  const bookCafe = async () => (await shop.book(holder.token, CAFE, 'open')).rsvtUid
  /** Returns the HTTP status of a command of the desk. */
  const desk = async (word: 'redeem' | 'undo', reservation: string, token?: string) => {
    const bearer = token ?? (await operatorToken(shop.deps.keys, shop.clock()))
    const url = `/operator/reservations/${reservation}/${word}`
    return (await shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${bearer}` } })).statusCode
  }
  const changedParts = async (cursor?: string) => {
    const query = { ...(cursor !== undefined && { cursor }), part: 'reservations' } as const
    return (await shop.call(sync, { token: holder.token, query })).data
  }

  test('is refused without the operator’s token, and changes nothing', async () => {
    const rsvtUid = await bookCafe()
    for (const word of ['redeem', 'undo'] as const) expect(await desk(word, rsvtUid, holder.token)).toBe(401)
    expect((await shop.row(rsvtUid)).usedAt).toBeNull()
  })

  test('redeems nothing unknown, unpaid, cancelled, of another day or over, and no goods without gates', async () => {
    const held = await shop.hold(holder.token, CAFE, 'open')
    const cancelled = await bookCafe()
    await shop.cancel(holder.token, cancelled)
    const { rsvtUid: locker } = await shop.book(holder.token, LOCKER, 'open')
    const { rsvtUid: later } = await shop.book(holder.token, PERFUME, await shop.nameOf(PERFUME))
    for (const id of ['x', randomUUID(), 'HR-000000-0000', held.rsvtUid, cancelled, locker, later])
      expect(await desk('redeem', id), id).toBe(404)
    for (const id of [cancelled, locker, later]) expect((await shop.row(id)).usedAt, id).toBeNull()
  })

  test('redeems by hand, once, by the number that the guest reads out; the phone hears of it, a gate refuses it', async () => {
    const rsvtUid = await bookCafe()
    const certificate = await holder.certificateOf(rsvtUid)
    const { rsvtNumber } = await shop.row(rsvtUid)
    const cursor = (await changedParts())?.cursor
    const before = shop.clock()
    expect(await terminal.type('reservation', 'redeem', rsvtNumber.toLowerCase())).toContain('the voucher is used')
    const row = await shop.row(rsvtUid)
    const usedAt = row.usedAt ?? 0
    expect(usedAt).toBeGreaterThanOrEqual(before)
    expect(row).toMatchObject({ state: 'confirmed', usedGateUid: null, usedEntryUid: null, cancelUntil: usedAt })
    expect((await changedParts(cursor))?.changed).toEqual(['reservations'])
    expect(await shop.read(holder.token, rsvtUid)).toMatchObject({ state: 'used', usedAt })
    expect((await shop.cancel(holder.token, rsvtUid)).status.code).toBe('E_CANCEL_LATE')
    const code = await presentCode(certificate, shop.clock(), holder.phone.sign)
    expect(await cafe(code)).toMatchObject({ verdict: 'refused', reason: 'used', voucher: { usedAt } })
    expect(await desk('redeem', rsvtUid)).toBe(404)
    const listed = (await terminal.type('reservation', 'list')).split('\n').find((line) => line.includes(rsvtNumber))
    expect(listed).toMatch(/ redeemed .* 1 × Café Drink Voucher  by hand$/)
  })

  test('undoes a redemption once: the phone draws codes again, it can be cancelled or redeemed as before', async () => {
    const rsvtUid = await bookCafe()
    const { cancelUntil, rsvtNumber } = await shop.row(rsvtUid)
    expect(cancelUntil).not.toBeNull()
    expect(await desk('undo', rsvtUid)).toBe(404)
    const entryUid = randomUUID()
    await cafe(await holder.draw(rsvtUid), entryUid)
    const cursor = (await changedParts())?.cursor
    expect(await terminal.type('reservation', 'undo', rsvtNumber)).toContain('valid again')
    const undone = { state: 'confirmed', usedAt: null, usedGateUid: null, usedEntryUid: null, cancelUntil }
    expect(await shop.row(rsvtUid)).toMatchObject(undone)
    expect((await changedParts(cursor))?.changed).toEqual(['reservations'])
    expect((await shop.read(holder.token, rsvtUid)).actions).toContain('cancel')
    expect((await voucherOf(shop, holder.token, rsvtUid)).live?.certificate).not.toBeNull()
    expect(await desk('undo', rsvtUid)).toBe(404)
    shop.advance(15_000)
    const second = await cafe(await holder.draw(rsvtUid))
    expect(second.verdict).toBe('redeemed')
    expect((await shop.row(rsvtUid)).usedAt).toBe(second.at)
    expect(await desk('undo', rsvtUid)).toBe(200)
    expect((await shop.cancel(holder.token, rsvtUid)).status.code).toBe('200')
  })

  test('undoes nothing whose charge the bank has taken back', async () => {
    const { rsvtUid, ordUid } = await shop.book(holder.token, CAFE, 'open')
    await cafe(await holder.draw(rsvtUid))
    const { paymentKey } = await shop.storedOrder(ordUid)
    await shop.dispute(paymentKey, true)
    expect(await desk('undo', rsvtUid)).toBe(404)
    expect((await shop.row(rsvtUid)).usedAt).not.toBeNull()
    await shop.dispute(paymentKey, false)
    expect(await desk('undo', rsvtUid)).toBe(200)
  })

  test('undoes nothing that was reviewed, or whose time is over', async () => {
    const [reviewed, over] = [await bookCafe(), await bookCafe()]
    for (const id of [reviewed, over]) await cafe(await holder.draw(id))
    const written = await shop.call(review.insert, {
      token: holder.token,
      body: { rsvtUid: reviewed, rating: 5, content: 'The coffee was worth the ferry.' },
    })
    expect(written.status.code).toBe('200')
    expect(await desk('undo', reviewed)).toBe(404)
    const { endsAt, usedAt } = await shop.row(over)
    shop.advance(endsAt - shop.clock())
    expect(await desk('undo', over)).toBe(404)
    expect((await shop.row(over)).usedAt).toBe(usedAt)
    expect((await shop.row(reviewed)).usedAt).not.toBeNull()
  })
})
