import * as cart from '#contract/calls/cart.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { whileGuessingCode } from '#server/modules/order/service.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import * as service from './service.ts'

const routes: Served[] = [
  serve(cart.quote, ({ body }, { deps, member: { memberId }, locale, write }) => {
    const context = { memberId, locale, now: deps.clock(), config: deps.config }
    const quote = () => write((tx) => service.quoteCart(tx, body, context))
    return whileGuessingCode(deps, { promoCode: body.promoCode, memberId }, quote)
  }),

  serve(cart.buy, async ({ body }, { deps, member: { memberId }, locale, storeAnswer }) => {
    // A quote has one order, so a retry is safe until the gateway has opened the payment.
    const pace = () => paceMember(deps, 'hold', memberId)
    const buying = { memberId, locale, now: deps.clock(), config: deps.config, pace }
    const placed = await service.placeCart(deps.db, body, buying)
    return storeAnswer(await service.openCartPayment(deps, placed, locale))
  }),

  serve(cart.orderDetail, ({ params }, { deps, member: { memberId }, locale }) =>
    service.readCartOrder(deps, params.id, { memberId, locale }),
  ),
]

export const cartModule = defineModule({ name: 'cart', routes })
