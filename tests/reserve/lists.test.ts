import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { LIST_TYPES, listTypeOf, RESERVATION_STATES, typeBadge } from '#contract/rules/reservation.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review } from '#server/db/schema/review.ts'
import { factsOf } from '#server/modules/booking/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { LOCKER, openReservationShop, ROOM, type ReservationShop } from './reservationShop.ts'

/** The lists of `GET /reserve/list`: the rule of `listTypeOf` in SQL (decision 0351). */

describe.each(drawnEngines())('the lists of reservations on %s', (engine) => {
  let inn: ReservationShop
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
  })
  afterAll(() => inn.close())

  const listsOf = async (token: string, rsvtUid: string) => {
    const lists: string[] = []
    for (const type of LIST_TYPES) {
      const { data } = await inn.call(reserve.list, { token, query: { type, pageSize: '50' } })
      if (data?.list.some((one) => one.rsvtUid === rsvtUid)) lists.push(type)
    }
    return lists
  }

  test('a voucher is upcoming while it is held, paid and unused, and past once it is over', async () => {
    const { accessToken, signInAgain } = await inn.visitor()
    const held = await inn.hold(accessToken, LOCKER, 'open')
    expect(await listsOf(accessToken, held.rsvtUid)).toEqual(['upcoming'])
    const { rsvtUid } = await inn.book(accessToken, LOCKER, 'open')
    expect(await listsOf(accessToken, rsvtUid)).toEqual(['upcoming'])
    inn.advance((await inn.row(rsvtUid)).endsAt - inn.clock())
    expect(await listsOf(await signInAgain(), rsvtUid)).toEqual(['past'])
  })

  test('a stay that goes on is upcoming', async () => {
    const { accessToken, signInAgain } = await inn.visitor()
    const { rsvtUid } = await inn.book(accessToken, ROOM, await inn.nameOf(ROOM))
    inn.advance((await inn.row(rsvtUid)).startsAt - inn.clock() + HOUR_MS)
    expect(await listsOf(await signInAgain(), rsvtUid)).toEqual(['upcoming'])
  })

  test('each reservation is in exactly the list that the rule names, in every state, type and time', async () => {
    const { accessToken, memberId } = await inn.visitor()
    const now = inn.clock()
    const expected = new Map<string, string>()
    const model = await inn.row((await inn.book(accessToken, LOCKER, 'open')).rsvtUid)
    for (const state of RESERVATION_STATES)
      for (const gdsTycd of [GOODS_TYPE.hotel, GOODS_TYPE.tour, GOODS_TYPE.activity, GOODS_TYPE.voucher])
        for (const startsAt of [now - DAY_MS, now - HOUR_MS, now, now + HOUR_MS])
          for (const usedAt of [null, now - HOUR_MS])
            for (const isOrdered of [true, false])
              for (const isReviewed of [true, false]) {
                const rsvtUid = randomUUID()
                const row = {
                  ...model,
                  rsvtUid,
                  rsvtNumber: rsvtUid,
                  quoteUid: randomUUID(),
                  ordUid: isOrdered ? randomUUID() : null,
                  memberId,
                  gdsTycd,
                  state,
                  startsAt,
                  endsAt: startsAt + DAY_MS,
                  usedAt,
                  holdUntil: startsAt,
                }
                await inn.deps.db.insert(reservation).values(row)
                const { gdsUid, gdsDtlUid } = row
                if (isReviewed)
                  await inn.deps.db.insert(review).values({
                    reviewUid: randomUUID(),
                    rsvtUid,
                    gdsUid,
                    gdsDtlUid,
                    memberId,
                    author: 'Mei L.',
                    rating: 5,
                    content: 'Calm and clean.',
                    writtenAt: now,
                  })
                expected.set(rsvtUid, listTypeOf(factsOf(row, isReviewed), typeBadge(gdsTycd), now))
              }
    const listed = new Map<string, string>()
    for (const type of LIST_TYPES)
      for (let pageNum = 1; ; pageNum += 1) {
        const query = { type, pageNum: String(pageNum), pageSize: '50' }
        const { data } = await inn.call(reserve.list, { token: accessToken, query })
        for (const { rsvtUid } of data?.list ?? []) {
          expect(listed.get(rsvtUid)).toBe(undefined)
          listed.set(rsvtUid, type)
        }
        if (pageNum * 50 >= (data?.total ?? 0)) break
      }
    listed.delete(model.rsvtUid)
    expect(new Set(expected.values())).toEqual(new Set(LIST_TYPES))
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected))
  })
})
