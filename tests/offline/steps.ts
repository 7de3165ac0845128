import fc from 'fast-check'
import type { ChosenEnd } from '#contract/rules/gift.ts'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { MEMBERS, type Who } from './serverSide.ts'

/** What may happen to a phone and its members, in any order. Numbers choose among what exists. */
export type Step =
  | { do: 'wish'; place: number; on: boolean }
  | { do: 'inquire'; short: boolean }
  | { do: 'fault'; fault: 'drop' | 'lose' | 'twice' | 'late' | 'trouble' | 'busy' }
  | { do: 'line'; down: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'rest' }
  | { do: 'arrive' }
  | { do: 'clock'; ms: number }
  | { do: 'expire' }
  | { do: 'crash' }
  | { do: 'kill' }
  | { do: 'freeze' }
  | { do: 'thaw' }
  | { do: 'sign in'; as: Who }
  | { do: 'sign out'; queue: 'keep' | 'send' | 'discard' }
  | GiftServerStep

/** Steps with the real server only. `elsewhere` is another phone of that member. */
export type GiftServerStep =
  | { do: 'give'; pass: number; toNobody: boolean }
  | { do: 'take back'; gift: number }
  | { do: 'answer'; gift: number; end: 'accepted' | 'declined' }
  | { do: 'elsewhere'; who: Who; end: ChosenEnd }
  | { do: 'look' }
  | { do: 'tell'; who: Who }
  | { do: 'read' }

const one = <T>(values: readonly T[]) => fc.constantFrom(...values)
const few = fc.nat({ max: 3 })
const is = <const D extends Step['do']>(name: D) => fc.constant(name)
const of = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

const plain = [
  of(6, fc.record({ do: is('wish'), place: one([0, 1, 2, 3]), on: fc.boolean() })),
  of(4, fc.record({ do: is('fault'), fault: one(['drop', 'lose', 'twice', 'late', 'trouble', 'busy'] as const) })),
  of(2, fc.record({ do: is('line'), down: fc.boolean() })),
  of(3, fc.record({ do: is('wait'), ms: one([100, 2_000, 40_000, 400_000]) })),
  of(1, fc.constant({ do: 'arrive' })),
  of(2, fc.record({ do: is('clock'), ms: one([-DAY_MS, -HOUR_MS, KST_OFFSET_MS]) })),
  of(1, fc.constant({ do: 'expire' })),
  of(1, fc.constant({ do: 'crash' })),
  of(1, fc.record({ do: is('sign in'), as: one(MEMBERS) })),
]
const phone = [
  ...plain,
  of(1, fc.record({ do: is('inquire'), short: fc.boolean() })),
  of(1, fc.constant({ do: 'kill' })),
  of(1, fc.constant({ do: 'freeze' })),
  of(1, fc.constant({ do: 'thaw' })),
  of(1, fc.record({ do: is('sign out'), queue: one(['keep', 'keep', 'send', 'discard'] as const) })),
]
const town = [
  of(4, fc.record({ do: is('give'), pass: few, toNobody: one([false, false, false, true]) })),
  of(3, fc.record({ do: is('take back'), gift: few })),
  of(4, fc.record({ do: is('answer'), gift: few, end: one(['accepted', 'declined'] as const) })),
  of(
    2,
    fc.record({ do: is('elsewhere'), who: one(MEMBERS), end: one(['accepted', 'declined', 'cancelled'] as const) }),
  ),
  of(2, fc.constant({ do: 'look' })),
  of(1, fc.record({ do: is('tell'), who: one(MEMBERS) })),
  of(2, fc.constant({ do: 'read' })),
  of(3, fc.constant({ do: 'rest' })),
]

/** As long as allowed: short histories seldom combine a lost answer, a changed clock and a changed wish. */
const histories = (steps: readonly ReturnType<typeof of>[]) =>
  fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 40, size: 'max' })

/** Favourites in one tab: enough to notice each known mistake quickly. */
export const plainHistory = histories(plain)
export const history = histories(phone)
export const giftServerHistory = histories([...phone, ...town])
