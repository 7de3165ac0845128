import type { Locale } from '#contract/locales.ts'
import {
  type Gateway,
  GatewayRefused,
  GatewayUnknown,
  type Payment,
  type PaymentState,
  type Prepare,
} from '../gateway.ts'
import { isGenuine } from '../signature.ts'
import { type PortOneAccount, portOneApi, type PortOnePayment } from './api.ts'
import { addPortOnePage, PAGE_PATH, type PortOneStore } from './page.ts'

/**
 * PortOne (version 2), a gateway in front of Korean and overseas card companies. A page of ours (`page.ts`) opens its
 * hosted page, because only its browser library can. PortOne charges as soon as the card is approved: there is no
 * `authorised` state, and `confirm` only checks.
 */

export interface PortOne extends PortOneAccount, PortOneStore {
  /** As shown in the console, `whsec_…`. */
  webhookSecret: string
  /** Address at which browsers reach this server. */
  publicUrl: string
}

/** Messages about charge-backs: true for one that was opened, false for one that was decided. */
const DISPUTE_MESSAGES: ReadonlyMap<unknown, boolean> = new Map([
  ['Transaction.DisputeCreated', true],
  ['Transaction.DisputeResolved', false],
])
const STATES: Readonly<Record<string, PaymentState>> = {
  READY: 'ready',
  PENDING: 'ready',
  PAY_PENDING: 'ready',
  VIRTUAL_ACCOUNT_ISSUED: 'ready',
  PAID: 'paid',
  PARTIAL_CANCELLED: 'paid',
  FAILED: 'declined',
  CANCELLED: 'cancelled',
}
/** Error types that mean “retry”: nothing is decided. All others with 404 or 409 are refusals. */
const RETRYABLE_TYPES = ['IDEMPOTENCY_OUTSTANDING_REQUEST', 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN']
const LOCALES: Readonly<Record<Locale, string>> = { en: 'EN_US', ko: 'KO_KR', chs: 'ZH_CN', cht: 'ZH_TW', jp: 'JA_JP' }
const SECRET_PREFIX = 'whsec_'

/** Returns the address of our page. The input of the browser library is in the fragment, which no log contains. */
const payUrlOf = (publicUrl: string, order: Prepare): string => {
  const wanted = {
    paymentId: order.key,
    orderName: order.orderName,
    totalAmount: order.amount,
    currency: 'KRW',
    payMethod: 'CARD',
    redirectUrl: order.returnUrl,
    noticeUrls: [order.webhookUrl],
    locale: LOCALES[order.locale],
    customData: { orderNumber: order.orderNumber, method: order.method },
  }
  return `${publicUrl}${PAGE_PATH}?lang=${order.locale}#${Buffer.from(JSON.stringify(wanted)).toString('base64url')}`
}

const reasonFor = (cancelKey: string): string => `Harbor Pass refund [${cancelKey}]`

const paymentOf = (row: PortOnePayment): Payment => {
  const state = STATES[row.status]
  if (!state || row.currency !== 'KRW') throw new GatewayUnknown('the payment gateway gave no usable answer')
  // Only Korean cards carry no international brand.
  const domestic = row.method?.card?.brand === 'LOCAL'
  return {
    key: row.id,
    state,
    amount: row.amount.total,
    reason: state === 'declined' ? (domestic ? 'domestic_card' : 'declined') : null,
    payUrl: '',
    // PortOne lists no disputes of a payment that was refunded in part: only its messages tell of one.
    disputed:
      row.disputes?.some(({ status }) => status === 'UNRESOLVED') ??
      (row.status === 'PARTIAL_CANCELLED' ? null : false),
  }
}

/** Creates the gateway for one store at PortOne. */
export const portOneGateway = (account: PortOne): Gateway => {
  const api = portOneApi(account)
  const webhookSecret = Buffer.from(account.webhookSecret.replace(SECRET_PREFIX, ''), 'base64')

  const requirePayment = async (key: string): Promise<PortOnePayment> => {
    const row = await api.get(key)
    if (!row) throw new GatewayRefused('PAYMENT_NOT_FOUND')
    return row
  }

  /**
   * Returns the result of an earlier cancellation with this key; null: there was none. The key is searched in the
   * reasons of past cancellations, because PortOne's idempotency keys expire.
   */
  const earlier = (row: PortOnePayment, cancelKey: string): Payment | null => {
    const tries = (row.cancellations ?? []).filter(({ reason }) => reason === reasonFor(cancelKey))
    if (tries.some(({ status }) => status === 'SUCCEEDED')) return paymentOf(row)
    if (tries.some(({ status }) => status === 'REQUESTED')) throw new GatewayUnknown('the refund is under way')
    return null
  }

  return {
    name: 'portone',

    addPages: (app) => addPortOnePage(app, account),

    prepare: async (order) => {
      const no = await api.preRegister(order.key, order.amount)
      const payUrl = payUrlOf(account.publicUrl, order)
      if (no?.type === 'ALREADY_PAID') return { ...paymentOf(await requirePayment(order.key)), payUrl }
      if (no) throw new GatewayRefused(no.type)
      return { key: order.key, state: 'ready', amount: order.amount, reason: null, payUrl, disputed: false }
    },

    confirm: async (key, amount) => {
      const payment = paymentOf(await requirePayment(key))
      if (payment.amount !== amount) throw new GatewayRefused('amount')
      if (payment.state !== 'paid') throw new GatewayRefused('not_paid')
      return payment
    },

    get: async (key) => {
      const row = await api.get(key)
      return row && paymentOf(row)
    },

    cancel: async (key, amount, cancelKey) => {
      const row = await requirePayment(key)
      const before = earlier(row, cancelKey)
      if (before) return before
      // It was refunded in full by other means, such as the console.
      if (row.status === 'CANCELLED') return paymentOf(row)
      const result = await api.cancel(key, {
        amount,
        reason: reasonFor(cancelKey),
        cancellable: row.amount.total - row.amount.cancelled,
        // The sum that is left is part of the key: with another one it is another request, not a replay of the answer.
        key: `${cancelKey} ${row.amount.total - row.amount.cancelled}`,
      })
      if (!result.ok) {
        const decided = (result.http === 404 || result.http === 409) && !RETRYABLE_TYPES.includes(result.type)
        throw decided ? new GatewayRefused(result.type) : new GatewayUnknown(`the payment gateway said ${result.type}`)
      }
      if (result.cancellation.status === 'FAILED') throw new GatewayRefused('CANCELLATION_FAILED')
      if (result.cancellation.status !== 'SUCCEEDED') throw new GatewayUnknown('the refund is under way')
      return paymentOf(await requirePayment(key))
    },

    verifyWebhook: (rawBody, headers, now) => {
      if (!isGenuine(webhookSecret, rawBody, headers, now)) return null
      try {
        const { type, data } = JSON.parse(Buffer.from(rawBody).toString()) as {
          type?: unknown
          data?: Record<string, unknown> | null
        }
        // Another store of the same company may use the same webhook address.
        if (data?.storeId !== account.storeId || typeof data.paymentId !== 'string') return null
        const disputed = DISPUTE_MESSAGES.get(type)
        return { key: data.paymentId, ...(disputed !== undefined && { disputed }) }
      } catch {
        return null // signed, but of an unknown form
      }
    },
  }
}
