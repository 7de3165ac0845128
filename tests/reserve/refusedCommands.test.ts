import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, VAN, type ReservationShop } from './reservationShop.ts'

/** What refused commands of operators answer: a code for scripts, and a sentence that is true. */

let inn: ReservationShop
let token = ''
beforeAll(async () => {
  inn = await openReservationShop({ engine: 'embedded' })
  token = (await inn.visitor()).accessToken
})
afterAll(() => inn.close())

const command = async (method: 'POST' | 'DELETE' | 'GET', path: string, payload?: string) => {
  const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock(), 'kim')}`
  const url = `/operator${path}`
  const answer = await inn.app.inject({
    method,
    url,
    headers: { authorization, 'content-type': 'text/plain;charset=UTF-8' },
    ...(payload !== undefined && { payload }),
  })
  return { http: answer.statusCode, ...answer.json<{ code?: string; sentence?: string; rsvtUid?: string }>() }
}
const SENTENCE: unknown = expect.stringMatching(/^\S.*\.$/)
const day = (days: number) => new Date(inn.clock() + KST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)

test.each([
  ['POST', '/products/nothing/price', '1', 422, 'E_INPUT'],
  ['POST', `/products/${ROOM}/season`, 'summer', 422, 'E_INPUT'],
  ['POST', '/products/pass-24h-mobile/confirm', undefined, 409, 'E_STATE'],
  ['POST', '/sales/start', undefined, 409, 'E_STATE'],
  ['POST', '/keys/door', undefined, 404, 'E_NOT_FOUND'],
  ['DELETE', '/keys/pass-9', undefined, 404, 'E_NOT_FOUND'],
  ['DELETE', '/keys/root-00000000', undefined, 404, 'E_NOT_FOUND'],
  ['GET', `/codes/${ROOM}`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', `/codes/${LOCKER}`, '', 422, 'E_INPUT'],
  ['POST', `/codes/${LOCKER}`, 'A\nA', 422, 'E_INPUT'],
  ['GET', '/closures/nothing/2026-12-01/2026-12-02', undefined, 422, 'E_INPUT'],
  ['POST', `/closures/${LOCKER}/2026-12-01/2026-12-02/close`, undefined, 422, 'E_INPUT'],
  ['POST', `/reservations/${randomUUID()}/decline`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/reservations/x/codes/y/use', undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/refunds', 'HP-none', 404, 'E_NOT_FOUND'],
  ['POST', `/refunds/${randomUUID()}/approve`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', `/refunds/${randomUUID()}/deny`, 'x'.repeat(1_001), 422, 'E_INPUT'],
  ['GET', '/inquiries/Q-999999', undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/inquiries/Q-999999', ' ', 422, 'E_INPUT'],
  ['POST', '/inquiries/Q-999999', 'Yes.', 404, 'E_NOT_FOUND'],
  ['POST', `/questions/${randomUUID()}/answer`, ' ', 422, 'E_INPUT'],
  ['POST', `/reviews/${randomUUID()}/hide`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/photos/nothing', undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/photos/busan-tower', undefined, 422, 'E_INPUT'],
  ['POST', `/photos/${randomUUID()}/remove`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/gates/nowhere', undefined, 404, 'E_NOT_FOUND'],
  ['DELETE', `/gates/${randomUUID()}`, undefined, 404, 'E_NOT_FOUND'],
  ['POST', '/cards/nothing', '2', 404, 'E_NOT_FOUND'],
  ['POST', '/cards/pass-48h-card', '0', 422, 'E_INPUT'],
  ['POST', '/coupons/harbor-thanks-15', 'nobody@example.org', 404, 'E_NOT_FOUND'],
] as const)('%s %s is refused with a code for scripts and a sentence', async (method, path, payload, http, code) => {
  expect(await command(method, path, payload)).toEqual({ http, code, sentence: SENTENCE })
})

test('a refund of a closure with another number of reservations is refused as E_STATE', async () => {
  const path = `/closures/${ROOM}/${day(20)}/${day(21)}/refund`
  for (const count of ['1', 'x', undefined])
    expect(await command('POST', path, count)).toMatchObject({ http: 409, code: 'E_STATE', sentence: SENTENCE })
})

/** Spends what could be refunded of an order, so that any further refund of it is refused. */
const spend = (ordUid: string) =>
  inn.deps.db.update(orderTable).set({ refunded: orderTable.amount }).where(eq(orderTable.ordUid, ordUid))

test('a request that waits, and cannot be paid back, is not called unknown, and nothing is changed', async () => {
  const { rsvtUid, ordUid } = await inn.book(token, VAN, await inn.nameOf(VAN, 1))
  await spend(ordUid)
  const refused = await command('POST', `/reservations/${rsvtUid}/decline`)
  expect(refused).toMatchObject({ http: 422, code: 'E_REFUND' })
  expect(refused.sentence).toMatch(/^Nothing was changed \(E_REFUND\)\. /)
  expect(await inn.row(rsvtUid)).toMatchObject({ state: 'requested', end: null })
  expect(await command('POST', `/reservations/${rsvtUid}/confirm`)).toMatchObject({ http: 200, rsvtUid })
})

test('a closure whose reservation cannot be paid back does not say that nothing was changed', async () => {
  const slot = await inn.nameOf(PERFUME, 40)
  const date = `${slot.slice(0, 4)}-${slot.slice(4, 6)}-${slot.slice(6, 8)}`
  const { rsvtUid, ordUid } = await inn.book(token, PERFUME, slot)
  await spend(ordUid)
  const refused = await command('POST', `/closures/act-perfume/${date}/${date}/refund`, '1')
  expect(refused).toMatchObject({ http: 409, code: 'E_STATE' })
  expect(refused.sentence).toContain('The days are closed')
  expect(await inn.row(rsvtUid)).toMatchObject({ state: 'confirmed' })
})
