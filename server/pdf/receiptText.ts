import type { Locale } from '#contract/locales.ts'
import type { PurchaseDetail } from '#contract/calls/purchase.ts'
import { formatValues, formatWon, translate } from '#server/texts.ts'
import type { Line, Receipt } from './receiptPage.ts'

const BRAND = 'Harbor Pass'

/** What a receipt says of a purchase. `name`: the product or goods, in the language of the receipt. */
export type ReceiptFacts = Pick<
  PurchaseDetail,
  'orderNumber' | 'name' | 'count' | 'unitPrice' | 'discount' | 'points' | 'amount' | 'method' | 'refunded'
> &
  Pick<Partial<PurchaseDetail>, 'refundState'> & { paidAt: number; buyer: { name: string; email: string } }

/**
 * Returns the values of a receipt as texts in `locale`. A mail stores them, so that each attempt to send it attaches the
 * same file. `seller`: the setting `SELLER`; null leaves the seller out.
 */
export const receiptValues = (facts: ReceiptFacts, seller: string | null, locale: Locale): Record<string, string> => {
  const { orderNumber, name, count, unitPrice, discount, points, amount, refunded, refundState, buyer } = facts
  const optional = (label: string, value: number, sign = 1) => value > 0 && { [label]: formatWon(sign * value, locale) }
  const values = {
    number: orderNumber,
    product: name || orderNumber,
    units: count,
    unitPrice: formatWon(unitPrice, locale),
    price: formatWon(unitPrice * count, locale),
    ...optional('discount', discount, -1),
    ...optional('points', points, -1),
    amount: formatWon(amount, locale),
    ...optional(refundState === 'requested' ? 'beingRefunded' : 'refunded', refunded),
    paidAt: facts.paidAt,
    buyer: buyer.name,
    email: buyer.email,
    method: translate(locale, `mail.receipt.${facts.method}`),
    ...(seller !== null && { seller }),
  }
  return formatValues(values, locale)
}

/**
 * Writes a receipt from `receiptValues`; a value that is absent leaves its line out. `at`: instant of the file's
 * creation, ms UTC.
 */
export const writeReceipt = (locale: Locale, values: Record<string, string>, at: number): Receipt => {
  const label = (id: string): string => translate(locale, id)
  const line = (id: string, name: string): Line[] => (values[name] ? [[label(id), values[name]]] : [])
  const { product = '', units = '', unitPrice = '', price = '', amount = '' } = values
  return {
    locale,
    at,
    brand: BRAND,
    title: label('mail.receipt.title'),
    facts: [
      ...line('mail.receipt.seller', 'seller'),
      ...line('mail.order.number', 'number'),
      ...line('mail.order.paidAt', 'paidAt'),
      ...line('mail.receipt.method', 'method'),
      ...line('mail.order.buyer', 'buyer'),
      ...line('mail.receipt.email', 'email'),
    ],
    amounts: [
      [`${product} · ${unitPrice} × ${units}`, price],
      ...line('mail.order.discount', 'discount'),
      ...line('mail.order.points', 'points'),
    ],
    total: [label('mail.order.amount'), amount],
    after: [...line('mail.receipt.beingRefunded', 'beingRefunded'), ...line('mail.receipt.refunded', 'refunded')],
    note: label('mail.receipt.note'),
  }
}
