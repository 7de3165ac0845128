import { beforeEach, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { raceReservations } from './raceShop.ts'
import { ROOM } from './reservationShop.ts'

const WRONG = 'Chen Wie'
const RIGHT = 'Chen Wei'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('an own hold beside other calls about it, on postgres', () => {
  const { race, inn, url, rowOf, lapse } = raceReservations()
  let token = ''
  /** Each test uses another night. */
  let nth = 10
  // A new visitor for each test: holds of an earlier test would count.
  beforeEach(async () => {
    token = (await inn().visitor()).accessToken
  })
  /** Returns a night that has `total` rooms, and none taken. */
  const nightOf = async (total: number): Promise<{ priceSn: string; slot: string }> => {
    const priceSn = await inn().nameOf(ROOM, (nth += 1))
    const slot = priceSn.slice(0, 8)
    await inn().deps.db.insert(goodsStock).values({ gdsDtlUid: ROOM, slot, total, taken: 0 })
    return { priceSn, slot }
  }
  const create = (quoteUid: string, guest: { name?: string } = {}) =>
    inn()
      .call(reserve.create, { token, body: { quoteUid, ...guest } })
      .then(({ status }) => status.code)
  const pay = (rsvtUid: string) =>
    inn()
      .payInfo(token, { reserveId: rsvtUid, method: 'overseas_card', agreeYn: 'Y' })
      .then(({ status }) => status.code)
  /** Runs both calls while the row of a reservation is locked: the first one has the row first, then the second. */
  const inOrder = (rsvtUid: string, first: () => Promise<string>, second: () => Promise<string>) =>
    race.whileHeld(url(), rowOf(rsvtUid), async (release) => {
      const before = first()
      await race.waitForLocks(url(), 1)
      const after = second()
      await race.waitForLocks(url(), 2)
      await release()
      return Promise.all([before, after])
    })

  describe('the correction of a guest', () => {
    /** A guest is corrected behind the payment of the hold, or behind its end. */
    const correctBehind = async (first: (rsvtUid: string) => Promise<string>) => {
      const { priceSn } = await nightOf(8)
      const quoteUid = await inn().quoteOf(token, ROOM, priceSn)
      const { data } = await inn().call(reserve.create, { token, body: { quoteUid, name: WRONG } })
      const { rsvtUid = '' } = data ?? {}
      const codes = await inOrder(
        rsvtUid,
        () => first(rsvtUid),
        () => create(quoteUid, { name: RIGHT }),
      )
      const { state, ordUid, guestName } = await inn().row(rsvtUid)
      return { codes, state, isOrdered: ordUid !== null, guestName }
    }
    const ORDERED = { codes: ['200', '200'], state: 'held', isOrdered: true, guestName: WRONG }
    const ENDED = { codes: ['ended', '200'], state: 'lapsed', isOrdered: false, guestName: WRONG }

    test('that comes behind the payment leaves the guest of the order', async () => {
      expect(await correctBehind(pay)).toEqual(ORDERED)
    })
    test('twin: without the condition on the order, the guest changes under it', async () => {
      const cut = race.without(/^(update "reservation" set "guest_name".*) and "reservation"\."ord_uid" is null/, '$1')
      expect(await correctBehind(pay)).toEqual({ ...ORDERED, guestName: RIGHT })
      expect(cut.count).toBe(1)
    })

    test('that comes behind the end of the hold leaves what has ended', async () => {
      expect(await correctBehind(lapse)).toEqual(ENDED)
    })
    test('twin: without the condition on the state, it changes what has ended', async () => {
      const cut = race.without(
        /^(update "reservation" set "guest_name".* and )"reservation"\."state" = (\$\d+)/,
        '$1$2::text is not null',
      )
      expect(await correctBehind(lapse)).toEqual({ ...ENDED, guestName: RIGHT })
      expect(cut.count).toBe(1)
    })

    test('that comes before the payment is that of the order', async () => {
      const { priceSn } = await nightOf(8)
      const quoteUid = await inn().quoteOf(token, ROOM, priceSn)
      const { data } = await inn().call(reserve.create, { token, body: { quoteUid, name: WRONG } })
      const { rsvtUid = '' } = data ?? {}
      const codes = await inOrder(
        rsvtUid,
        () => create(quoteUid, { name: RIGHT }),
        () => pay(rsvtUid),
      )
      expect(codes).toEqual(['200', '200'])
      const { guestName, ordUid } = await inn().row(rsvtUid)
      expect({ guestName, isOrdered: ordUid !== null }).toEqual({ guestName: RIGHT, isOrdered: true })
    })
  })

  describe('the hold that a new reservation needs', () => {
    /** Five of eight rooms are held; they are paid, and reserved anew, at once. */
    const payAndReplace = async (first: 'pay' | 'replace') => {
      const { priceSn, slot } = await nightOf(8)
      const { rsvtUid } = await inn().hold(token, ROOM, priceSn, 5)
      const quoteUid = await inn().quoteOf(token, ROOM, priceSn, 5)
      const calls = [() => pay(rsvtUid), () => create(quoteUid)] as const
      const [before, after] = first === 'pay' ? calls : [calls[1], calls[0]]
      const codes = await inOrder(rsvtUid, before, after)
      const { state, ordUid } = await inn().row(rsvtUid)
      return { codes, state, isOrdered: ordUid !== null, taken: (await inn().takenUnits(ROOM))[slot] }
    }

    test('is not replaced once its payment has begun', async () => {
      expect(await payAndReplace('pay')).toEqual({
        codes: ['200', 'E_NO_ROOM'],
        state: 'held',
        isOrdered: true,
        taken: 5,
      })
    })
    test('twin: without the conditions on the order, it is cancelled under its payment', async () => {
      const cut = race.without(/"reservation"\."ord_uid" is null/, 'true')
      expect(await payAndReplace('pay')).toEqual({
        codes: ['200', '200'],
        state: 'cancelled',
        isOrdered: true,
        taken: 5,
      })
      expect(cut.count).toBeGreaterThan(1)
    })
    test('cannot be paid once it was replaced', async () => {
      expect(await payAndReplace('replace')).toEqual({
        codes: ['200', 'E_HOLD_OVER'],
        state: 'cancelled',
        isOrdered: false,
        taken: 5,
      })
    })

    /**
     * Of nine rooms another member holds three, and this one two and three. Six are reserved anew while the later hold
     * ends by itself, so that the earlier one has to end too.
     */
    const endAndReplace = async () => {
      const { priceSn, slot } = await nightOf(9)
      await inn().hold((await inn().visitor()).accessToken, ROOM, priceSn, 3)
      const earlier = await inn().hold(token, ROOM, priceSn, 2)
      const later = await inn().hold(token, ROOM, priceSn, 3)
      const quoteUid = await inn().quoteOf(token, ROOM, priceSn, 6)
      race.takeFailures()
      const settled = await inOrder(
        later.rsvtUid,
        () => lapse(later.rsvtUid).catch(() => 'failed'),
        () => create(quoteUid),
      )
      return {
        codes: settled,
        deadlocks: race.takeDeadlocks(),
        states: [(await inn().row(earlier.rsvtUid)).state, (await inn().row(later.rsvtUid)).state],
        taken: (await inn().takenUnits(ROOM))[slot],
      }
    }

    test('that ends by itself meanwhile gives its rooms back once', async () => {
      expect(await endAndReplace()).toEqual({
        codes: ['ended', '200'],
        deadlocks: 0,
        states: ['cancelled', 'lapsed'],
        taken: 9,
      })
    })
    test('twin: without the locks on the holds, it deadlocks with their end', async () => {
      const cut = race.without(/^(select .* from "reservation" where .*) for update$/, '$1')
      expect((await endAndReplace()).deadlocks).toBe(1)
      expect(cut.count).toBeGreaterThan(0)
    })
  })
})
