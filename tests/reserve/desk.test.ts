import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyDetail } from '#contract/calls/purchase.ts'
import * as question from '#contract/calls/question.ts'
import * as review from '#contract/calls/review.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { type Gateway, GatewayRefused } from '#server/outside/payment/gateway.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { openReservationShop, PERFUME, VAN, type ReservationShop } from './reservationShop.ts'

/** Each command starts a process. */
const SLOW = { timeout: 60_000 }

describe('the desk of reservations and reviews', SLOW, () => {
  let inn: ReservationShop
  let terminal: Terminal
  let guest: Awaited<ReturnType<ReservationShop['visitor']>>
  let refuses = false
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    cancel: (...args) => (refuses ? Promise.reject(new GatewayRefused('account_closed')) : gateway.cancel(...args)),
  })
  beforeAll(async () => {
    inn = await openReservationShop({ engine: 'embedded', wrap })
    guest = await inn.visitor()
    terminal = await openTerminal(inn)
  })
  afterAll(() => inn.close())

  const command = (script: 'reservation' | 'review' | 'question', ...args: string[]) => terminal.type(script, ...args)
  const post = async (bearer: string, url: string, payload?: string) =>
    (
      await inn.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${bearer}` },
        ...(payload !== undefined && { payload }),
      })
    ).statusCode

  test("is refused without the operator's token, and answers 404 for what does not wait for it", async () => {
    const { rsvtUid } = await inn.hold(guest.accessToken, PERFUME, await inn.nameOf(PERFUME))
    const good = await operatorToken(inn.deps.keys, inn.clock())
    for (const word of ['confirm', 'decline', 'refunded']) {
      expect(await post(guest.accessToken, `/operator/reservations/${rsvtUid}/${word}`)).toBe(401)
      for (const id of ['x', randomUUID(), rsvtUid])
        expect(await post(good, `/operator/reservations/${id}/${word}`)).toBe(404)
    }
    for (const word of ['answer', 'hide', 'show']) {
      expect(await post(guest.accessToken, `/operator/reviews/${randomUUID()}/${word}`, 'x')).toBe(401)
      for (const id of ['x', randomUUID()]) expect(await post(good, `/operator/reviews/${id}/${word}`, 'x')).toBe(404)
    }
    expect(await post(good, `/operator/reviews/${randomUUID()}/answer`, ' ')).toBe(422)
    expect((await inn.row(rsvtUid)).state).toBe('held')
  })

  /** Posts as the operator and returns the HTTP status. */
  const desk = async (path: string, payload?: string) =>
    post(await operatorToken(inn.deps.keys, inn.clock()), `/operator/${path}`, payload)

  test('confirms and declines requests for the place, and a declined one is refunded', async () => {
    const [yes, no] = [
      await inn.book(guest.accessToken, VAN, await inn.nameOf(VAN, 1)),
      await inn.book(guest.accessToken, VAN, await inn.nameOf(VAN, 2)),
    ]
    const list = await command('reservation', 'list')
    expect(list).toContain(yes.rsvtUid)
    expect(list).toContain(no.rsvtUid)
    expect(await command('reservation', 'confirm', yes.rsvtUid)).toContain('Confirmed')
    expect(await desk(`reservations/${yes.rsvtUid}/decline`)).toBe(404)
    expect(await desk(`reservations/${no.rsvtUid}/decline`)).toBe(200)
    await inn.jobs()
    expect(await inn.row(yes.rsvtUid)).toMatchObject({ state: 'confirmed' })
    expect(await inn.row(no.rsvtUid)).toMatchObject({ state: 'cancelled', end: 'declined' })
    expect((await inn.storedOrder(no.ordUid)).kept).toBe(0)
  })

  test('closes a cancellation by hand only after the gateway has refused the refund', async () => {
    const { rsvtUid, ordUid } = await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 3))
    const { paymentKey } = await inn.storedOrder(ordUid)
    const purchase = async () => (await inn.call(buyDetail, { token: guest.accessToken, params: { id: ordUid } })).data
    await inn.cancel(guest.accessToken, rsvtUid)
    expect(await desk(`reservations/${rsvtUid}/refunded`)).toBe(404)
    refuses = true
    await inn.jobs()
    refuses = false
    expect((await inn.read(guest.accessToken, rsvtUid)).badge).toBe('cancel-ask')
    expect((await purchase())?.refunded).toBe(0)
    expect(await desk(`reservations/${rsvtUid}/refunded`)).toBe(200)
    expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'member' })
    expect((await purchase())?.refunded).toBe(45_000)
    expect(await desk(`reservations/${rsvtUid}/refunded`)).toBe(404)
    // The desk refunds in the gateway's console: that is the recorded refund, no charge-back.
    await inn.bank.gateway.cancel(paymentKey, 45_000, 'by hand in the console')
    await inn.hear(paymentKey)
    expect((await purchase())?.timeline.map(({ what }) => what)).not.toContain('disputed')
  })

  test('closes a cancellation that was refunded in the gateway’s console before it is recorded, and sees no dispute', async () => {
    const { rsvtUid, ordUid } = await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 6))
    const { paymentKey } = await inn.storedOrder(ordUid)
    const steps = async () =>
      (await inn.call(buyDetail, { token: guest.accessToken, params: { id: ordUid } })).data?.timeline.map(
        ({ what }) => what,
      )
    await inn.cancel(guest.accessToken, rsvtUid)
    refuses = true
    await inn.jobs()
    refuses = false
    // While the bank disputes the charge, it is disputed, whatever the gateway has refused.
    await inn.dispute(paymentKey, true)
    expect(await steps()).toContain('disputed')
    await inn.dispute(paymentKey, false)
    await inn.bank.gateway.cancel(paymentKey, 45_000, 'in the console, not recorded yet')
    await inn.hear(paymentKey)
    expect(await steps()).not.toContain('disputed')
    expect(await command('reservation', 'list')).not.toContain('DISPUTED')
    expect((await inn.row(rsvtUid)).state).toBe('cancel_asked')
    expect(await desk(`reservations/${rsvtUid}/refunded`)).toBe(200)
    await inn.hear(paymentKey)
    expect(await steps()).not.toContain('disputed')
    expect(await inn.storedOrder(ordUid)).toMatchObject({ refunded: 45_000 })
    expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'member' })
  })

  test('sees DISPUTED, and that nothing is to be paid by hand, while the bank disputes a charge whose refund the gateway refused', async () => {
    const marked = async (rsvtUid: string) => {
      const [, ...after] = (await command('reservation', 'list')).split(rsvtUid)
      return after.join('').split('\n').slice(0, 2).join('\n')
    }
    const { rsvtUid, ordUid } = await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 5))
    await inn.cancel(guest.accessToken, rsvtUid)
    refuses = true
    await inn.jobs()
    refuses = false
    expect(await marked(rsvtUid)).not.toContain('DISPUTED')
    const { paymentKey } = await inn.storedOrder(ordUid)
    await inn.dispute(paymentKey, true)
    expect(await marked(rsvtUid)).toMatch(/DISPUTED since 20\d\d-[^:]*:\d\d KST: .* pay nothing by hand/)
    await inn.dispute(paymentKey, false)
    expect(await marked(rsvtUid)).not.toContain('DISPUTED')
    expect(await desk(`reservations/${rsvtUid}/refunded`)).toBe(200)
  })

  test('lists a reported review, hides it, and answers for the place', async () => {
    const { rsvtUid } = await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 4))
    // The terminal uses the real clock, so the day of use is moved to the past.
    const past = { startsAt: inn.clock(), cancelUntil: inn.clock() }
    await inn.deps.db.update(reservation).set(past).where(eq(reservation.rsvtUid, rsvtUid))
    const token = guest.accessToken
    const body = { rsvtUid, rating: 2, content: 'Buy cheap watches instead.' }
    const reviewUid = (await inn.call(review.insert, { token, body })).data?.reviewUid ?? ''
    await inn.call(review.report, { token, body: { reviewUid, reason: 'spam', detail: 'Watches' } })
    const list = await command('review', 'list')
    expect(list).toContain(reviewUid)
    expect(list).toContain('reported: spam, Watches')
    const publicReviews = async () => (await inn.call(review.list, { query: { gdsUid: 'act-perfume' } })).data
    expect(await desk(`reviews/${reviewUid}/hide`)).toBe(200)
    expect((await publicReviews())?.total).toBe(0)
    expect(await desk(`reviews/${reviewUid}/show`)).toBe(200)
    expect(await desk(`reviews/${reviewUid}/answer`, 'x'.repeat(1_001))).toBe(422)
    expect(await command('review', 'answer', reviewUid, 'We sell perfume only.')).toContain('Answered')
    expect((await publicReviews())?.list[0]?.answer?.content).toBe('We sell perfume only.')
  })

  test('prints what guests wrote without a line that looks like one of the list', async () => {
    const { rsvtUid } = await inn.book(guest.accessToken, VAN, await inn.nameOf(VAN, 3))
    const set = { guestName: 'MEI\nLIN', wish: 'A window,\tplease.\nDISPUTED\u001b[2K' }
    await inn.deps.db.update(reservation).set(set).where(eq(reservation.rsvtUid, rsvtUid))
    const [, after = ''] = (await command('reservation', 'list')).split(rsvtUid)
    const [first, ...further] = after.split('\n')
    expect(first).toMatch(/ MEI LIN$/)
    expect(further.slice(0, 2)).toEqual(['    | A window, please.', '    | DISPUTED\ufffd[2K'])
    const bought = await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 6))
    const past = { startsAt: inn.clock(), cancelUntil: inn.clock() }
    await inn.deps.db.update(reservation).set(past).where(eq(reservation.rsvtUid, bought.rsvtUid))
    const token = guest.accessToken
    const body = { rsvtUid: bought.rsvtUid, rating: 2, content: 'Bad.\nhidden' }
    const reviewUid = (await inn.call(review.insert, { token, body })).data?.reviewUid ?? ''
    const report = { reviewUid, reason: 'other', detail: 'Lies.\n    reported: spam' } as const
    await inn.call(review.report, { token, body: report })
    const [, reported = ''] = (await command('review', 'list')).split(reviewUid)
    expect(reported.split('\n').slice(1, 3)).toEqual([
      '    Bad. hidden',
      '    reported: other, Lies.     reported: spam',
    ])
  })

  test('lists a waiting question, answers it once, and hides it from everybody but its author', async () => {
    const good = await operatorToken(inn.deps.keys, inn.clock())
    const token = guest.accessToken
    const questionUid = randomUUID()
    const body = { questionUid, gdsUid: 'act-perfume', content: 'Is there a lift?', privateYn: 'N' } as const
    expect((await inn.call(question.insert, { token, body })).status.code).toBe('200')
    for (const word of ['answer', 'hide', 'show']) {
      expect(await post(token, `/operator/questions/${questionUid}/${word}`, 'x')).toBe(401)
      for (const id of ['x', randomUUID()]) expect(await post(good, `/operator/questions/${id}/${word}`, 'x')).toBe(404)
    }
    for (const text of [' ', 'x'.repeat(5_000)])
      expect(await post(good, `/operator/questions/${questionUid}/answer`, text)).toBe(422)
    expect(await command('question', 'list')).toContain(questionUid)
    expect(await command('question', 'answer', questionUid, 'Yes, there is.')).toContain('Answered')
    expect(await desk(`questions/${questionUid}/answer`, 'No.')).toBe(404)
    expect(await command('question', 'list')).not.toContain(questionUid)
    const query = { gdsUid: 'act-perfume' }
    const totals = async () => [
      (await inn.call(question.list, { query })).data?.total,
      (await inn.call(question.list, { token, query })).data?.total,
    ]
    expect(await totals()).toEqual([1, 1])
    expect(await desk(`questions/${questionUid}/hide`)).toBe(200)
    expect(await totals()).toEqual([0, 1])
    expect(await desk(`questions/${questionUid}/show`)).toBe(200)
    expect(await totals()).toEqual([1, 1])
  })
})
