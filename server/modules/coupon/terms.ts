import * as z from 'zod/mini'
import { COUPON_KINDS, COUPON_TARGETS } from '#contract/calls/coupon.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { DAY_MS } from '#contract/time.ts'
import { koreanDayField, oneOf, texts, wholeNumber } from '#server/http/commandFields.ts'
import type { Issue } from './store.ts'

/** The terms of an issue of coupons, as an operator writes them. */

const NAME_MAX = 60
const PERCENT_MAX = 100
const KRW_MAX = 1_000_000
const UNITS_MAX = 1_000_000
const DAYS_MAX = 3_650

const SOLD = [GOODS_TYPE.hotel, GOODS_TYPE.tour, GOODS_TYPE.activity, GOODS_TYPE.voucher, GOODS_TYPE.pass] as const
const orNull = <Schema extends z.ZodMiniType<string | number>>(schema: Schema) => z._default(z.nullable(schema), null)

/**
 * Schema of an issue, whose id is apart. `from`, `until` and `lastDay` are days in Korea: members can take it from the
 * first to the second, and use it through the third.
 */
export const issueTerms = z
  .strictObject({
    name: texts(NAME_MAX),
    kind: oneOf(COUPON_KINDS),
    value: wholeNumber(1, KRW_MAX),
    maxDiscount: orNull(wholeNumber(1, KRW_MAX)),
    minAmount: z._default(wholeNumber(0, KRW_MAX), 0),
    target: orNull(oneOf(COUPON_TARGETS)),
    gdsTycd: orNull(oneOf(SOLD)),
    gdsDtlUid: orNull(z.string({ error: 'must be the id of an option' })),
    way: oneOf(['download', 'paper', 'given']),
    from: orNull(koreanDayField),
    until: orNull(koreanDayField),
    validDays: orNull(wholeNumber(0, DAYS_MAX)),
    lastDay: orNull(koreanDayField),
    limit: orNull(wholeNumber(1, UNITS_MAX)),
  })
  .check(
    z.refine(({ kind, value }) => kind === 'amount' || value <= PERCENT_MAX, {
      path: ['value'],
      error: `must be at most ${PERCENT_MAX} percent`,
    }),
    z.refine(({ kind, maxDiscount }) => kind === 'percent' || maxDiscount === null, {
      path: ['maxDiscount'],
      error: 'is for a percentage only',
    }),
    z.refine(
      ({ target, gdsTycd }) =>
        target === null || gdsTycd === null || (target === 'pass') === (gdsTycd === GOODS_TYPE.pass),
      { path: ['gdsTycd'], error: 'is a type of goods that target excludes' },
    ),
    z.refine(({ from, until }) => from === null || until === null || from <= until, {
      path: ['until'],
      error: 'must not be before from',
    }),
    z.refine(({ from, lastDay }) => from === null || lastDay === null || from <= lastDay, {
      path: ['lastDay'],
      error: 'must not be before from',
    }),
  )
export type IssueTerms = z.output<typeof issueTerms>

const endOf = (dayAt: number | null): number | null => (dayAt === null ? null : dayAt + DAY_MS)

/** Returns the row of a new issue; without `from` members can take it at once. `now` is ms UTC. */
export const issueOf = (
  couponPblcnUid: string,
  { from, until, lastDay, limit, ...terms }: IssueTerms,
  now: number,
): Issue => ({
  ...terms,
  couponPblcnUid,
  startsAt: from ?? now,
  endsAt: endOf(until),
  expiresAt: endOf(lastDay),
  available: limit,
  sample: false,
})
