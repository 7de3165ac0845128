import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import * as reserve from '#contract/calls/reserve.ts'
import * as review from '#contract/calls/review.ts'
import { openReservationShop, ROOM, type ReservationShop } from './reservationShop.ts'

/** `npm run faults` sets 200. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)

/** Strings that were chosen to break a parser, and random ones. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '-1',
    '1e3',
    '99999999999999999999',
    "'; drop table orders --",
    '%',
    '_',
    '\\',
    '\u202e',
    '\ud800',
    '00010101-00010102',
    '20260230-20260301',
    '99991231-99991232',
    '20270101T9999',
    'open',
    ROOM,
    '7f3a0000-0000-7000-8000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat().map(String),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
)
const anything = fc.oneof(
  nasty,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 8 }),
  fc.double(),
)

describe('malformed requests to reservations and reviews', () => {
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine: 'postgres' })
    token = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())

  const record = (names: string[], value: fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  /** Expects an answer below 500 without a stack trace, and named fields with `E_INPUT`. */
  const holds = async (entry: Call, query: Record<string, unknown>, body?: unknown) => {
    const url = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.set(name, String(value))
    const { statusCode, payload } = await inn.app.inject({
      method: entry.method,
      url: `/api/v1${entry.path}?${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    })
    expect(statusCode, payload).toBeLessThan(500)
    const { status } = JSON.parse(payload) as { status: { code: string; fields?: unknown[] } }
    if (status.code === 'E_INPUT') expect(status.fields?.length).toBeGreaterThan(0)
    expect(payload).not.toMatch(/\bat .*\.ts:\d+/)
  }

  const QUERIES: [string, Call, string[]][] = [
    ['list', reserve.list, ['startDate', 'endDate', 'gdsTycd', 'languageCd', 'pageNum', 'pageSize', 'type']],
    ['availability', reserve.availability, ['goodsDtlId', 'startDate', 'endDate']],
    ['vacancy', reserve.vacancy, ['startDate', 'endDate']],
    ['goods-info', reserve.goodsInfo, ['goodsCnt', 'goodsDtlId', 'languageCd', 'priceSn']],
    ['cancel', reserve.cancel, ['reserveId']],
    ['coupon', reserve.coupon, ['goodsDtlId']],
    ['voucher', reserve.voucher, ['rsvtUid']],
    ['reviews', review.list, ['gdsUid', 'pageNum', 'pageSize', 'language']],
  ]
  test.each(QUERIES)('%s with any query never gets a 5xx or a stack trace', async (_, entry, names) => {
    await fc.assert(
      fc.asyncProperty(record(names, nasty), (query) => holds(entry, query)),
      { numRuns: RUNS },
    )
  })

  test('goods-info with a priceSn of any shape for a real room never gets a 5xx or a stack trace', async () => {
    const shape = fc.stringMatching(/^\d{8}[-T]\d{4,8}$/)
    await fc.assert(
      fc.asyncProperty(shape, (priceSn) => holds(reserve.goodsInfo, { goodsCnt: 1, goodsDtlId: ROOM, priceSn })),
      { numRuns: RUNS },
    )
  })

  const BODIES: [string, Call, string[]][] = [
    ['create', reserve.create, ['quoteUid', 'name', 'email', 'mobile', 'wish']],
    ['pay-info', reserve.payInfo, ['reserveId', 'couponUid', 'promoCode', 'points', 'method', 'agreeYn']],
    ['cancel', reserve.cancel, ['reserveId']],
    ['a review', review.insert, ['rsvtUid', 'rating', 'content', 'photos']],
    ['a report', review.report, ['reviewUid', 'reason', 'detail']],
  ]
  test.each(BODIES)('%s with any body never gets a 5xx or a stack trace', async (_, entry, names) => {
    const body = fc.oneof(
      { weight: 4, arbitrary: record(names, anything) },
      { weight: 1, arbitrary: fc.object({ maxDepth: 3 }) },
    )
    await fc.assert(
      fc.asyncProperty(body, (sent) => holds(entry, {}, sent)),
      { numRuns: RUNS },
    )
  })
})
