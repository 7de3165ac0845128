import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as question from '#contract/calls/question.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { LOCKER, openReservationShop, PERFUME, VAN, type ReservationShop } from './reservationShop.ts'

/** Who typed a command that moves money, closes a date or answers a member (security 13.13). */

let inn: ReservationShop
let guest: Awaited<ReturnType<ReservationShop['visitor']>>
beforeAll(async () => {
  inn = await openReservationShop({ engine: 'embedded' })
  guest = await inn.visitor()
})
beforeEach(async () => {
  await inn.deps.db.delete(operatorChange)
})
afterAll(() => inn.close())

const command = async (path: string, payload?: string): Promise<number> => {
  const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock(), 'kim')}`
  const headers = { authorization, 'content-type': 'text/plain;charset=UTF-8' }
  const url = `/operator${path}`
  const answer = await inn.app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) })
  return answer.statusCode
}
const logged = async () =>
  (await inn.deps.db.select().from(operatorChange).orderBy(asc(operatorChange.changeUid))).map(
    ({ operator, target, field, after }) => [operator, target, field, after],
  )

test('a declined reservation is in the log with the operator, and a refused command is not', async () => {
  const { rsvtUid } = await inn.book(guest.accessToken, VAN, await inn.nameOf(VAN, 1))
  expect(await command(`/reservations/${randomUUID()}/decline`)).toBe(404)
  expect(await command(`/reservations/${rsvtUid}/redeem`)).toBe(404)
  expect(await logged()).toEqual([])
  expect(await command(`/reservations/${rsvtUid}/decline`)).toBe(200)
  expect(await command(`/reservations/${rsvtUid}/decline`)).toBe(404)
  expect(await logged()).toEqual([['kim', rsvtUid, 'reservation', { word: 'decline' }]])
})

test('closing, opening and refunding a date is in the log, with each reservation whose money goes back', async () => {
  const slot = await inn.nameOf(PERFUME, 20)
  const date = `${slot.slice(0, 4)}-${slot.slice(4, 6)}-${slot.slice(6, 8)}`
  const { rsvtUid, ordUid } = await inn.book(guest.accessToken, PERFUME, slot)
  const { kept: amount } = await inn.storedOrder(ordUid)
  const path = `/closures/act-perfume/${date}/${date}`
  for (const word of ['close', 'open']) expect(await command(`${path}/${word}`)).toBe(200)
  expect(await command(`${path}/refund`, '1')).toBe(200)
  const closure = (isOpen: boolean) => ['kim', 'act-perfume', 'closure', expect.objectContaining({ isOpen })]
  expect(await logged()).toEqual([
    closure(false),
    closure(true),
    closure(false),
    ['kim', rsvtUid, 'reservation', { word: 'closed', amount }],
  ])
})

test('an answer and a hidden question are in the log, without the text', async () => {
  const questionUid = randomUUID()
  const body = { questionUid, gdsUid: 'act-perfume', content: 'Is there a lift?', privateYn: 'N' } as const
  await inn.call(question.insert, { token: guest.accessToken, body })
  expect(await command(`/questions/${questionUid}/answer`, 'Yes, there is.')).toBe(200)
  expect(await command(`/questions/${questionUid}/hide`)).toBe(200)
  expect(await logged()).toEqual([
    ['kim', questionUid, 'questions', 'answer'],
    ['kim', questionUid, 'questions', 'hide'],
  ])
})

test('loaded codes and a coupon that is given are in the log, without codes and addresses', async () => {
  const code = randomUUID()
  expect(await command(`/codes/${LOCKER}`, code)).toBe(200)
  expect(await command('/coupons/harbor-thanks-15', guest.email)).toBe(200)
  const entries = await logged()
  expect(entries).toEqual([
    ['kim', LOCKER, 'codes', { loaded: 1 }],
    ['kim', 'harbor-thanks-15', 'coupon give', { couponUid: expect.any(String) as string }],
  ])
  expect(JSON.stringify(entries)).not.toContain(code)
  expect(JSON.stringify(entries)).not.toContain(guest.email)
})
