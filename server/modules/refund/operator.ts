import type { FastifyInstance } from 'fastify'
import { REFUND_TEXT_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { translate } from '#server/texts.ts'
import { findOrderByNumber, linesOfCart, type OrderRow } from '#server/modules/order/service.ts'
import { decideRefund, requestRefund, waitingRefunds } from './service.ts'

/**
 * `/operator/refunds`, for `npm run refund:…`: requests a refund for a buyer, and decides requests that wait for the
 * desk.
 */

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const LONG = `Words to the member are text of at most ${REFUND_TEXT_MAX} characters.`
const NO_ORDER = 'No order of passes has this number.'
/** A cart is charged as one order, and refunded by its lines. */
const cartSentence = (orderNumber: string, lines: readonly Pick<OrderRow, 'kind' | 'orderNumber'>[]): string => {
  const numbersOf = (kind: OrderRow['kind']): string =>
    lines.flatMap((line) => (line.kind === kind ? [line.orderNumber] : [])).join(', ') || 'none'
  return `${orderNumber} is a cart, which is refunded by the orders in it. Orders of passes: ${numbersOf('pass')}. Orders of reservations: ${numbersOf('goods')}.`
}
const NONE = 'No request with this id waits for a decision.'

/** Adds the pages that list waiting requests, request a refund by order number, and approve or deny one. */
export const refundPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/refunds',
    forOperator(deps, async () => ({ body: { refunds: await waitingRefunds(deps.db) } })),
  )
  app.post(
    '/operator/refunds',
    forOperator(deps, async (_params, body) => {
      const orderNumber = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
      try {
        const result = await deps.db.transaction(async (tx) => {
          const order = await findOrderByNumber(tx, orderNumber)
          if (!order) throw new Refusal('E_NOT_FOUND')
          if (order.kind === 'cart')
            return { sentence: cartSentence(orderNumber, await linesOfCart(tx, order.quoteUid)) }
          const request = { ordUid: order.ordUid, whyCd: 'other', etcWhy: '', passUids: undefined }
          return requestRefund(tx, request, order.memberId, deps.clock())
        })
        return 'sentence' in result ? { status: 422, body: result } : { body: result }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'E_NOT_FOUND') return { status: 404, body: { sentence: NO_ORDER } }
        return {
          status: 422,
          body: {
            sentence: `Nothing was refunded (${error.code}). The buyer would read: ${translate('en', `error.${error.code}`)}`,
          },
        }
      }
    }),
  )
  for (const decision of ['approve', 'deny'] as const)
    app.post(
      `/operator/refunds/:id/${decision}`,
      forOperator(deps, async ({ id = '' }, body) => {
        if (!UUID.test(id)) return { status: 404, body: { sentence: NONE } }
        const note = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
        if (!isClean(note) || graphemes(note) > REFUND_TEXT_MAX) return { status: 422, body: { sentence: LONG } }
        try {
          const decided = { approve: decision === 'approve', note: note || null }
          return { body: { outcome: await deps.db.transaction((tx) => decideRefund(tx, id, decided, deps.clock())) } }
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: NONE } }
          throw error
        }
      }),
    )
}
