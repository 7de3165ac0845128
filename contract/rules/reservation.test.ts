import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GOODS_TYPE } from '../codes.ts'
import { DAY_MS } from '../time.ts'
import {
  actionsOf,
  afterEvent,
  isCancelledByChargeBack,
  listTypeOf,
  mayCancel,
  mayReview,
  RESERVATION_EVENTS,
  RESERVATION_STATES,
  shownState,
  STATE_BADGES,
  stateBadge,
  takesRoom,
  typeBadge,
  waysOf,
  type ReservationFacts,
  type ShownState,
} from './reservation.ts'

const facts = (overrides: Partial<ReservationFacts> = {}): ReservationFacts => ({
  state: 'confirmed',
  startsAt: 10 * DAY_MS,
  endsAt: 12 * DAY_MS,
  cancelUntil: 8 * DAY_MS,
  holdUntil: 1_000,
  ordered: true,
  usedAt: null,
  reviewed: false,
  ...overrides,
})

describe('the state machine', () => {
  test('has these transitions and no others', () => {
    const ways = RESERVATION_EVENTS.flatMap((event) => waysOf(event).map(({ from, to }) => `${from} ${event} ${to}`))
    expect(ways.toSorted()).toEqual(
      [
        'held pay confirmed',
        'held pay_request requested',
        'held cancel cancelled',
        'held lapse lapsed',
        'requested confirm confirmed',
        'requested decline cancel_asked',
        'requested close cancel_asked',
        'confirmed close cancel_asked',
        'requested cancel cancel_asked',
        'confirmed cancel cancel_asked',
        'cancel_asked refunded cancelled',
        'requested charge_back cancelled',
        'confirmed charge_back cancelled',
        'cancelled stands cancel_asked',
      ].toSorted(),
    )
  })

  test('in any sequence of events a freed room is never taken again, lapsed is final, and only a resolved dispute leaves cancelled', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...RESERVATION_EVENTS), { maxLength: 20 }), (events) => {
        let state: (typeof RESERVATION_STATES)[number] = 'held'
        let free = false
        for (const event of events) {
          const before = state
          state = afterEvent(state, event) ?? state
          if (before === 'lapsed') expect(state).toBe('lapsed')
          // A resolved dispute of the charge: its money is refunded.
          if (before === 'cancelled') expect(state).toBe(event === 'stands' ? 'cancel_asked' : 'cancelled')
          free ||= !takesRoom(state)
          if (free) expect(takesRoom(state)).toBe(false)
        }
      }),
    )
  })
})

describe('the shown state', () => {
  test('a hold without an order lapses exactly at its end', () => {
    const held = facts({ state: 'held', ordered: false })
    expect(shownState(held, 999)).toBe('held')
    expect(shownState(held, 1_000)).toBe('lapsed')
    expect(shownState({ ...held, ordered: true }, 1_000)).toBe('held')
  })

  test('a confirmed reservation is used when it is over, and reviewed with a review', () => {
    expect(shownState(facts(), 12 * DAY_MS - 1)).toBe('confirmed')
    expect(shownState(facts(), 12 * DAY_MS)).toBe('used')
    expect(shownState(facts({ reviewed: true }), 12 * DAY_MS)).toBe('reviewed')
  })

  test('a redeemed reservation is used before it is over, cannot be cancelled, and no charge-back ends it', () => {
    const redeemed = facts({ usedAt: 7 * DAY_MS })
    expect(shownState(redeemed, 7 * DAY_MS)).toBe('used')
    expect(shownState({ ...redeemed, reviewed: true }, 11 * DAY_MS)).toBe('reviewed')
    expect(mayCancel(redeemed, 7 * DAY_MS)).toBe(false)
    for (const isVoucher of [true, false]) expect(isCancelledByChargeBack(redeemed, isVoucher, 7 * DAY_MS)).toBe(false)
  })

  test('each of the eight states has its own badge', () => {
    const states: ShownState[] = [...RESERVATION_STATES, 'used', 'reviewed']
    expect(states.map(stateBadge).toSorted()).toEqual([...STATE_BADGES].toSorted())
    expect(stateBadge('held')).toBe('standby')
    expect(stateBadge('cancel_asked')).toBe('cancel-ask')
  })

  test('hotels, tours with activities, and vouchers have the badge of their type', () => {
    const badges = [GOODS_TYPE.hotel, GOODS_TYPE.tour, GOODS_TYPE.activity, GOODS_TYPE.voucher].map(typeBadge)
    expect(badges).toEqual(['hotel', 'tour', 'tour', 'voucher'])
  })
})

describe('the lists', () => {
  test('a departure is past from its start, a stay and a voucher from their end', () => {
    const lists = (badge: 'hotel' | 'tour' | 'voucher') =>
      [10 * DAY_MS - 1, 10 * DAY_MS, 12 * DAY_MS - 1, 12 * DAY_MS].map((now) => listTypeOf(facts(), badge, now))
    expect(lists('tour')).toEqual(['upcoming', 'past', 'past', 'past'])
    expect(lists('hotel')).toEqual(['upcoming', 'upcoming', 'upcoming', 'past'])
    expect(lists('voucher')).toEqual(['upcoming', 'upcoming', 'upcoming', 'past'])
  })

  test('what is held or requested is upcoming at any time, until its hold is over', () => {
    for (const now of [0, 10 * DAY_MS, 13 * DAY_MS]) {
      expect(listTypeOf(facts({ state: 'requested' }), 'tour', now)).toBe('upcoming')
      expect(listTypeOf(facts({ state: 'held' }), 'voucher', now)).toBe('upcoming')
    }
    const unordered = facts({ state: 'held', ordered: false })
    expect([999, 1_000].map((now) => listTypeOf(unordered, 'voucher', now))).toEqual(['upcoming', 'cancelled'])
  })

  test('what was used or reviewed is past at once, and what ended without use is cancelled', () => {
    expect(listTypeOf(facts({ usedAt: 1 }), 'voucher', 2)).toBe('past')
    expect(listTypeOf(facts({ reviewed: true }), 'hotel', 11 * DAY_MS)).toBe('past')
    for (const state of ['cancel_asked', 'cancelled', 'lapsed'] as const)
      expect(listTypeOf(facts({ state }), 'hotel', 0)).toBe('cancelled')
  })
})

describe('the actions of its member', () => {
  test('cancel: always while unpaid or unanswered, and before its exact deadline when confirmed', () => {
    expect(mayCancel(facts({ state: 'held', ordered: false }), 999)).toBe(true)
    expect(mayCancel(facts({ state: 'held', ordered: false }), 1_000)).toBe(false)
    expect(mayCancel(facts({ state: 'requested' }), 9 * DAY_MS)).toBe(true)
    expect(mayCancel(facts(), 8 * DAY_MS - 1)).toBe(true)
    expect(mayCancel(facts(), 8 * DAY_MS)).toBe(false)
    expect(mayCancel(facts({ cancelUntil: null }), 0)).toBe(false)
    for (const state of ['cancel_asked', 'cancelled', 'lapsed'] as const)
      expect(mayCancel(facts({ state }), 0)).toBe(false)
  })

  test('a dispute cancels what has not begun, and a voucher without a recorded use', () => {
    expect(isCancelledByChargeBack(facts(), false, 10 * DAY_MS - 1)).toBe(true)
    expect(isCancelledByChargeBack(facts(), false, 10 * DAY_MS)).toBe(false)
    expect(isCancelledByChargeBack(facts(), true, 12 * DAY_MS - 1)).toBe(true)
    expect(isCancelledByChargeBack(facts(), true, 12 * DAY_MS)).toBe(false)
    expect(isCancelledByChargeBack(facts({ reviewed: true }), true, 11 * DAY_MS)).toBe(false)
    expect(isCancelledByChargeBack(facts({ state: 'requested' }), false, 9 * DAY_MS)).toBe(true)
    for (const state of ['held', 'cancel_asked', 'cancelled', 'lapsed'] as const)
      expect(isCancelledByChargeBack(facts({ state }), false, 9 * DAY_MS)).toBe(false)
  })

  test('review: once, from the start of use, and never while it can still be cancelled', () => {
    expect(mayReview(facts(), 10 * DAY_MS - 1)).toBe(false)
    expect(mayReview(facts(), 10 * DAY_MS)).toBe(true)
    expect(mayReview(facts({ reviewed: true }), 11 * DAY_MS)).toBe(false)
    expect(mayReview(facts({ state: 'requested' }), 11 * DAY_MS)).toBe(false)
    const voucher = facts({ startsAt: 0, endsAt: 90 * DAY_MS, cancelUntil: DAY_MS })
    expect(mayReview(voucher, DAY_MS - 1)).toBe(false)
    expect(mayReview(voucher, DAY_MS)).toBe(true)
  })

  test('no reservation can be both cancelled and reviewed at one instant', () => {
    const states = fc.constantFrom(...RESERVATION_STATES)
    fc.assert(
      fc.property(
        states,
        fc.nat(20),
        fc.option(fc.nat(20)),
        fc.boolean(),
        fc.nat(30),
        (state, start, cancel, ordered, at) => {
          const some = facts({ state, ordered, startsAt: start, endsAt: start + 2, cancelUntil: cancel, holdUntil: 15 })
          const actions = actionsOf(some, at)
          expect(actions.includes('cancel') && actions.includes('review')).toBe(false)
          if (actions.includes('pay')) expect(some.state).toBe('held')
        },
      ),
    )
  })
})
