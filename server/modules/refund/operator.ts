import type { FastifyInstance } from 'fastify'
import { REFUND_TEXT_MAX } from '#contract/limits.ts'
import { isUuid } from '#contract/rules/bytes.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { findOrderByNumber, linesOfCart, type OrderRow } from '#server/modules/order/service.ts'
import { decideRefund, requestRefund, waitingRefunds } from './service.ts'

/**
 * `/operator/refunds`, for `npm run refund:…`: requests a refund for a buyer, and decides requests that wait for the
 * desk.
 */

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
  const record = (tx: Tx, operator: string, target: string, after: unknown): Promise<void> =>
    noteOperatorChange(tx, { at: deps.clock(), operator, target, field: 'refund', after })
  app.get(
    '/operator/refunds',
    forOperator(deps, async () => ({ refunds: await waitingRefunds(deps.db) })),
  )
  app.post(
    '/operator/refunds',
    forOperator(deps, ({ text, operator }) =>
      expecting({ E_NOT_FOUND: ['E_NOT_FOUND', NO_ORDER] }, () =>
        deps.db.transaction(async (tx) => {
          const order = await findOrderByNumber(tx, text.trim())
          if (!order) throw new CommandRefused('E_NOT_FOUND', NO_ORDER)
          if (order.kind === 'cart')
            throw new CommandRefused('E_INPUT', cartSentence(order.orderNumber, await linesOfCart(tx, order.quoteUid)))
          const request = { ordUid: order.ordUid, whyCd: 'other', etcWhy: '', passUids: undefined }
          const result = await requestRefund(tx, request, order.memberId, deps.clock())
          const { refundUid, cancelAmt, deskYn } = result
          await record(tx, operator, refundUid, { ordUid: order.ordUid, cancelAmt, deskYn })
          return result
        }),
      ),
    ),
  )
  for (const decision of ['approve', 'deny'] as const)
    app.post(
      `/operator/refunds/:id/${decision}`,
      forOperator(deps, async ({ params: { id = '' }, text, operator }) => {
        if (!isUuid(id)) throw new CommandRefused('E_NOT_FOUND', NONE)
        const note = text.trim()
        if (!isClean(note) || graphemes(note) > REFUND_TEXT_MAX) throw new CommandRefused('E_INPUT', LONG)
        const decided = { approve: decision === 'approve', note: note || null }
        const refund = await expecting({ E_NOT_FOUND: ['E_NOT_FOUND', NONE] }, () =>
          deps.db.transaction(async (tx) => {
            const outcome = await decideRefund(tx, id, decided, deps.clock())
            await record(tx, operator, id, outcome)
            return outcome
          }),
        )
        return { outcome: refund }
      }),
    )
}
