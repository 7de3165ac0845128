import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { mailsTo } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, type ReservationShop } from './reservationShop.ts'

/** Each command starts a process. */
const SLOW = { timeout: 60_000 }

describe('days on which a place is closed', SLOW, () => {
  let inn: ReservationShop
  let terminal: Terminal
  let guest: Awaited<ReturnType<ReservationShop['visitor']>>
  beforeAll(async () => {
    inn = await openReservationShop({ engine: 'embedded' })
    guest = await inn.visitor()
    terminal = await openTerminal(inn)
  })
  afterAll(() => inn.close())

  /** Returns the Korean day `days` ahead, as `2026-12-01`. */
  const day = (days: number) => new Date(inn.clock() + KST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)
  const nights = (from: number, until: number) => [from, until].map((days) => day(days).replaceAll('-', '')).join('-')
  const command = (word: string, ...args: string[]) => terminal.command('closure', [word, ...args])
  const desk = async (method: 'GET' | 'POST', path: string, payload?: string, bearer?: string) => {
    const authorization = `Bearer ${bearer ?? (await operatorToken(inn.deps.keys, inn.clock()))}`
    const url = `/operator/closures/${path}`
    const answer = await inn.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json<{ reservations?: Fate[]; refunded?: Fate[] }>() }
  }
  interface Fate {
    rsvtUid: string
    fate: string
    amount: number
  }
  const fates = async (path: string) =>
    (await desk('GET', path)).body.reservations?.map(({ rsvtUid, fate }) => [rsvtUid, fate])
  const isOnSale = async (goodsDtlId: string, priceSn: string) => {
    const { data } = await inn.call(reserve.availability, { query: { goodsDtlId } })
    return (data?.list.find((slot) => slot.priceSn === priceSn)?.left ?? 0) > 0
  }

  test("are refused without the operator's token, for unknown ids, days that do not exist, and vouchers", async () => {
    const days = `${day(20)}/${day(21)}`
    for (const [method, word] of [
      ['GET', ''],
      ['POST', '/close'],
      ['POST', '/open'],
      ['POST', '/refund'],
    ] as const) {
      expect((await desk(method, `${ROOM}/${days}${word}`, '0', guest.accessToken)).status).toBe(401)
      for (const path of [
        `${randomUUID()}/${days}`,
        `${LOCKER}/${days}`,
        `${ROOM}/2027-02-29/2027-03-01`,
        `${ROOM}/20261201/20261202`,
        `${ROOM}/${day(21)}/${day(20)}`,
        `${ROOM}/${day(0)}/${day(181)}`,
      ])
        expect((await desk(method, path + word, '0')).status).toBe(422)
    }
    expect(await isOnSale(ROOM, nights(20, 21))).toBe(true)
    expect((await command('show', ROOM)).code).toBe(1)
    expect((await command('refund', ROOM, day(20), day(21))).code).toBe(1)
  })

  test('cannot be reserved, also by who has been quoted a price, until they are opened; the days around them can', async () => {
    const quoteUid = await inn.quoteOf(guest.accessToken, ROOM, nights(29, 31))
    expect((await command('close', ROOM, day(30), day(31))).text).toContain('Closed')
    for (const night of [30, 31]) expect(await isOnSale(ROOM, nights(night, night + 1))).toBe(false)
    for (const night of [29, 32]) expect(await isOnSale(ROOM, nights(night, night + 1))).toBe(true)
    const held = await inn.call(reserve.create, { token: guest.accessToken, body: { quoteUid } })
    expect(held.status.code).toBe('E_NO_ROOM')
    expect(await inn.takenUnits(ROOM)).toEqual({})
    expect((await command('open', ROOM, day(30), day(31))).text).toContain('Open')
    await inn.hold(guest.accessToken, ROOM, nights(29, 31))
  })

  test('leave reservations as they are, and are shown with what becomes of each', async () => {
    const token = guest.accessToken
    const [within, over, before] = [
      await inn.book(token, ROOM, nights(40, 41)),
      await inn.book(token, ROOM, nights(38, 42), 2),
      await inn.book(token, ROOM, nights(39, 40)),
    ]
    const paying = await inn.hold(token, ROOM, nights(41, 43))
    const disputed = await inn.book(token, ROOM, nights(40, 42))
    await inn.dispute((await inn.storedOrder(disputed.ordUid)).paymentKey, true)
    const path = `${ROOM}/${day(40)}/${day(41)}`
    expect(await fates(path)).toEqual([
      [over.rsvtUid, 'refund'],
      [within.rsvtUid, 'refund'],
      [paying.rsvtUid, 'paying'],
    ])
    expect((await desk('POST', `${path}/close`)).status).toBe(200)
    for (const { rsvtUid } of [within, over, before]) expect((await inn.row(rsvtUid)).state).toBe('confirmed')
    const listing = await command('show', ROOM, day(40), day(41))
    expect(listing.text).toContain('2 to be refunded')
    expect(listing.text).not.toContain((await inn.row(before.rsvtUid)).rsvtNumber)
  })

  test('give the money of all reservations back at once, only for the number that was shown, and each once', async () => {
    const token = guest.accessToken
    const priceSn = await inn.nameOf(PERFUME, 30)
    const date = `${priceSn.slice(0, 4)}-${priceSn.slice(4, 6)}-${priceSn.slice(6, 8)}`
    const [one, two, usedUp] = [
      await inn.book(token, PERFUME, priceSn),
      await inn.book(token, PERFUME, priceSn, 2),
      await inn.book(token, PERFUME, priceSn),
    ]
    await inn.deps.db.update(reservation).set({ usedAt: inn.clock() }).where(eq(reservation.rsvtUid, usedUp.rsvtUid))
    const path = `act-perfume/${date}/${date}`
    for (const count of ['1', '3', 'x', '']) expect((await desk('POST', `${path}/refund`, count)).status).toBe(409)
    expect((await inn.row(one.rsvtUid)).state).toBe('confirmed')
    expect(await isOnSale(PERFUME, priceSn)).toBe(false)
    const { text } = await command('refund', 'act-perfume', date, date, '2')
    expect(text).toContain('on its way back: 2')
    expect((await desk('POST', `${path}/refund`, '2')).status).toBe(409)
    await inn.jobs()
    for (const { rsvtUid, ordUid } of [one, two]) {
      expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'closed' })
      expect((await inn.storedOrder(ordUid)).kept).toBe(0)
    }
    expect(await inn.row(usedUp.rsvtUid)).toMatchObject({ state: 'confirmed', end: null })
    expect(await fates(path)).toEqual([[usedUp.rsvtUid, 'begun']])
    expect(await inn.takenUnits(PERFUME)).toEqual({ [priceSn]: 1 })
    expect(await isOnSale(PERFUME, priceSn)).toBe(false)
    const { rsvtNumber } = await inn.row(two.rsvtUid)
    const letters = (await mailsTo(inn, guest.email)).map(readLetter)
    const letter = letters.find(({ subject }) => subject.includes(rsvtNumber) && subject.includes('cancelled'))
    expect(letter?.text).toContain('is not available on the day of your reservation')
  })
})
