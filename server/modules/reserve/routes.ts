import * as codeCalls from '#contract/calls/goodsCode.ts'
import * as calls from '#contract/calls/reserve.ts'
import { RESERVE_AHEAD_DAYS } from '#contract/limits.ts'
import { koreanDayStart, koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import { stayPriceSn } from '#contract/rules/priceSn.ts'
import { DAY_MS } from '#contract/time.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countCoupons } from '#server/modules/coupon/service.ts'
import { availabilityOf } from '#server/modules/goods/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { whileGuessingCode } from '#server/modules/order/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { showCodes, spendCode } from './code.ts'
import { closurePages } from './closureOperator.ts'
import { reservationPages } from './operator.ts'
import { ownHolds } from './ownHolds.ts'
import { openReservationPayment, orderReservation, previewPayment } from './pay.ts'
import { couponsFor, listVacancies, quoteGoods, requireOption } from './price.ts'
import * as service from './service.ts'
import { JOB_KINDS } from './service.ts'
import { voucherOf } from './voucher.ts'

/** Days that one availability answer covers. */
const SHOWN_DAYS = 92

/** Returns midnight in Korea of a day in a query, ms UTC. Throws `E_INPUT` for a day that does not exist. */
const midnight = (name: string, day: string | undefined): number | undefined => {
  if (day === undefined) return undefined
  const at = koreanDayStart(day)
  if (Number.isNaN(at)) throw new Refusal('E_INPUT', { fields: [{ field: `query.${name}`, reason: 'day' }] })
  return at
}

const routes: Served[] = [
  serve(calls.list, ({ query }, { deps, member: { memberId }, locale }) => {
    const last = midnight('endDate', query.endDate)
    const { gdsTycd, type, pageNum, pageSize } = query
    const from = midnight('startDate', query.startDate)
    const until = last === undefined ? undefined : last + DAY_MS
    const asking = { memberId, locale, now: deps.clock() }
    return service.listReservations(deps.db, { from, until, gdsTycd, type, pageNum, pageSize }, asking)
  }),

  serve(calls.availability, async ({ query }, { deps, member }) => {
    const now = deps.clock()
    const from = Math.max(midnight('startDate', query.startDate) ?? 0, koreanMidnight(now))
    const last = midnight('endDate', query.endDate)
    const until = Math.min(
      last === undefined ? Infinity : last + DAY_MS,
      from + SHOWN_DAYS * DAY_MS,
      now + RESERVE_AHEAD_DAYS * DAY_MS,
    )
    const { goodsDtlId } = query
    const option = await requireOption(deps.db, goodsDtlId, deps.config)
    const without = await ownHolds(deps.db, member?.memberId ?? null, { gdsDtlUid: goodsDtlId, now })
    return { goodsDtlId, list: await availabilityOf(deps.db, option, { from, until, now, without }) }
  }),

  serve(calls.vacancy, async ({ query: { startDate, endDate } }, { deps: { db, clock, config }, member }) => {
    midnight('startDate', startDate)
    midnight('endDate', endDate)
    const caller = { memberId: member?.memberId ?? null, now: clock(), config }
    return { list: await listVacancies(db, stayPriceSn({ arrival: startDate, departure: endDate }), caller) }
  }),

  serve(
    calls.goodsInfo,
    ({ query: { goodsDtlId, priceSn, goodsCnt, price } }, { deps, member: { memberId }, locale }) =>
      deps.db.transaction((tx) =>
        quoteGoods(
          tx,
          { goodsDtlId, priceSn, goodsCnt, price },
          { memberId, locale, now: deps.clock(), config: deps.config },
        ),
      ),
  ),

  serve(calls.create, async ({ body }, { deps, member: { memberId }, locale, write }) => {
    await paceMember(deps, 'hold', memberId)
    return write((tx) => service.reserve(tx, body, { memberId, locale, now: deps.clock(), config: deps.config }))
  }),

  serve(calls.cancel, async ({ query, body }, { deps, member: { memberId }, locale, write }) => {
    // Parameters are in the query or, from our client, in the body (spec 7.12).
    const { reserveId } = body ?? query
    if (reserveId === undefined)
      throw new Refusal('E_INPUT', { fields: [{ field: 'query.reserveId', reason: 'required' }] })
    await service.settleBeforeCancel(deps, reserveId, memberId)
    return write((tx) => service.cancelReservation(tx, reserveId, { memberId, locale, now: deps.clock() }))
  }),

  serve(calls.coupon, ({ query: { goodsDtlId } }, { deps, member: { memberId }, locale }) =>
    couponsFor(deps.db, goodsDtlId, { memberId, locale, now: deps.clock(), config: deps.config }),
  ),

  serve(calls.payInfo, async ({ body }, { deps, member: { memberId }, locale, write }) => {
    const { method, agreeYn, ...less } = body
    const asking = { memberId, locale, now: deps.clock() }
    const { points } = deps.config
    const pay = async () => {
      if (method === undefined) return write((tx) => previewPayment(tx, less, asking, points))
      // A reservation has one order, so a retry is safe until the gateway has opened the payment.
      const ordUid = await deps.db.transaction((tx) =>
        orderReservation(tx, { ...less, method, agreeYn }, asking, deps.config),
      )
      await openReservationPayment(deps, ordUid)
      return write((tx) => previewPayment(tx, { reserveId: body.reserveId }, asking, points))
    }
    return whileGuessingCode(deps, { promoCode: less.promoCode, memberId }, pay)
  }),

  serve(calls.userInfo, async (_, { deps: { db, clock }, member: { memberId }, locale }) => {
    const member = await readMember(db, memberId)
    if (!member) throw new Refusal('E_TOKEN')
    const { engNm, engSurname, email, mobile, ntnCd } = member
    const now = clock()
    const coupons = await countCoupons(db, memberId, now)
    const points = await balanceOf(db, memberId, now)
    return {
      engNm,
      engSurname,
      name: `${engNm} ${engSurname}`,
      email,
      mobile,
      ntnCd,
      coupons,
      points,
      language: locale,
    }
  }),

  serve(calls.voucher, ({ query: { rsvtUid } }, { deps, member: { memberId, sessionId }, locale }) =>
    voucherOf(deps, rsvtUid, { memberId, sessionId, locale, now: deps.clock() }),
  ),

  serve(codeCalls.show, ({ body: { rsvtUid } }, { deps, member: { memberId } }) =>
    // Not stored under an idempotency key: the answer contains codes, and a repeated call returns the same.
    deps.db.transaction(async (tx) => ({
      rsvtUid,
      codes: await showCodes(tx, deps.keys, { rsvtUid, memberId, now: deps.clock() }),
    })),
  ),

  serve(codeCalls.use, ({ body }, { deps, member: { memberId } }) =>
    deps.db.transaction(async (tx) => ({
      rsvtUid: body.rsvtUid,
      codes: await spendCode(tx, deps.keys, { ...body, memberId, now: deps.clock() }),
    })),
  ),
]

export const reserveModule = defineModule({
  name: 'reserve',
  routes,
  jobs: JOB_KINDS,
  pages: [reservationPages, closurePages],
})
