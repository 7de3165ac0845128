import * as pass from '#contract/calls/pass.ts'
import { paymentReturn, paymentWebhook } from '#contract/calls/payment.ts'
import { pgLog } from '#contract/calls/pgLog.ts'
import { goodsAddress, goodsKindOf } from '#contract/rules/goodsAddress.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { logUnforeseen } from '#server/http/envelope.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { findByOrder, type Reservation } from '#server/modules/booking/service.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { defineModule } from '#server/modules/module.ts'
import { promoPages } from './promoOperator.ts'
import * as service from './service.ts'

/** Returns where the gateway leads the browser after the payment of a reservation. */
const landingOf = ({ gdsTycd, gdsUid, rsvtUid }: Reservation): string => {
  const kind = goodsKindOf(gdsTycd)
  return kind ? goodsAddress(kind, gdsUid, { step: 'done', rsvtUid }) : `/myPage/reservations?rsvtUid=${rsvtUid}`
}
/**
 * Returns where the gateway leads the browser after the payment of an order of this kind. Without the database the
 * screen of a reservation cannot be named, but the list of reservations can.
 */
const landingOfKind = (kind: string | undefined, ordUid: string): string =>
  kind === 'goods' ? '/myPage/reservations' : `/${kind === 'cart' ? 'cart' : 'pass'}/completed?ord=${ordUid}`

/** Settles after the return of a browser and returns where it goes on. Throws what the database throws. */
const landingAfter = async (deps: Deps, ordUid: string, result: string): Promise<string> => {
  const order = await service.settleAfterReport(deps, ordUid, 'return', result)
  const reserved = order?.kind === 'goods' ? await findByOrder(deps.db, ordUid) : undefined
  return reserved ? landingOf(reserved) : landingOfKind(order?.kind, ordUid)
}

const routes: Served[] = [
  serve(pass.buyPassPayInfo, ({ query, body }, { deps, member: { memberId }, locale, write }) => {
    // Parameters are in the query or, from our client, in the body (spec 7.12).
    const { gdsDtlUid, passCnt, ...options } = body ?? query
    const missing = Object.entries({ gdsDtlUid, passCnt }).filter(([, value]) => value === undefined)
    if (gdsDtlUid === undefined || passCnt === undefined)
      throw new Refusal('E_INPUT', {
        fields: missing.map(([name]) => ({ field: `query.${name}`, reason: 'required' })),
      })
    const requester = { memberId, locale, now: deps.clock(), config: deps.config }
    const quote = () => write((tx) => service.quoteOrder(tx, { gdsDtlUid, passCnt, ...options }, requester))
    return service.whileGuessingCode(deps, { promoCode: options.promoCode, memberId }, quote)
  }),

  serve(pass.buyPass, async ({ body }, { deps, member: { memberId }, locale, storeAnswer }) => {
    // A quote has one order, so a retry is safe until the gateway has opened the payment.
    const now = deps.clock()
    const pace = () => paceMember(deps, 'hold', memberId)
    const placed = await service.placeOrder(deps.db, body, { memberId, locale, now, config: deps.config, pace })
    return storeAnswer(await service.openPayment(deps, placed))
  }),

  serve(pass.orderDetail, ({ params }, { deps, member }) => service.readOrder(deps, params.id, member.memberId)),

  serve(pgLog, async ({ body: { ordUid, result } }, { deps, member, storeAnswer }) => {
    // Settling is idempotent, and outside the transaction of the key, because it asks the gateway.
    const order = await service.readEitherOrder(deps, ordUid, member.memberId)
    await service.settleAfterReport(deps, ordUid, 'browser', result)
    return storeAnswer(order.state === 'pending' ? await service.readEitherOrder(deps, ordUid, member.memberId) : order)
  }),

  serve(paymentReturn, async ({ query: { ordUid, result, kind } }, { deps, request, reply }) => {
    // A browser navigates here, which would show the JSON of an error. The screen asks for the order once more.
    const landing = await landingAfter(deps, ordUid, result ?? '').catch((error: unknown) => {
      if (!isDatabaseAway(error) && !deps.disk.isFull()) logUnforeseen(request, error)
      return landingOfKind(kind, ordUid)
    })
    reply.header('cache-control', 'no-store').redirect(landing, 303)
    return null
  }),

  serve(paymentWebhook, async ({ body }, { deps, request }) => {
    const message = Buffer.isBuffer(body) ? deps.payment.verifyWebhook(body, request.headers, deps.clock()) : null
    if (!message) throw new Refusal('E_INPUT', { fields: [{ field: 'header.webhook-signature', reason: 'signature' }] })
    try {
      await service.settleAfterMessage(deps, message)
    } catch (error) {
      // Not acknowledged, so the gateway sends the message again.
      if (error instanceof GatewayUnknown) throw new Refusal('E_UNAVAILABLE')
      throw error
    }
    return { received: true, receivedYn: 'Y' as const }
  }),
]

export const orderModule = defineModule({ name: 'order', routes, jobs: service.JOB_KINDS, pages: [promoPages] })
