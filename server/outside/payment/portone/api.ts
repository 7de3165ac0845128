import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { httpRequest as askServer, type HttpResponse as Answer } from '../../httpRequest.ts'
import { GatewayUnknown } from '../gateway.ts'

/** The part of PortOne's REST API (version 2) that we use, as documented; unknown fields are ignored. */

const TIMEOUT_MS = 8_000

const cancellation = z.object({
  status: z.string(),
  totalAmount: z.int(),
  reason: z.string(),
})
export type Cancellation = z.infer<typeof cancellation>

const payment = z.object({
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  amount: z.object({ total: z.int(), cancelled: z.int() }),
  method: z.optional(z.object({ card: z.optional(z.object({ brand: z.optional(z.string()) })) })),
  disputes: z.optional(z.array(z.object({ status: z.string() }))),
  cancellations: z.optional(z.array(cancellation)),
})
export type PortOnePayment = z.infer<typeof payment>

const refusal = z.object({ type: z.string() })

/** A refusal: HTTP status and PortOne's error type. */
export interface ApiRefusal {
  http: number
  type: string
}
type ApiResult = { ok: true; value: unknown } | ({ ok: false } & ApiRefusal)

export interface PortOneAccount {
  apiUrl: string
  apiSecret: string
  storeId: string
}

/** Hashes a key into PortOne's format: 16 to 256 letters, digits, `-` and `_`. */
const idempotencyKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Creates a client with one account's secret. All methods throw `GatewayUnknown` without a usable answer. */
export const portOneApi = ({ apiUrl, apiSecret, storeId }: PortOneAccount) => {
  const callApi = async (method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<ApiResult> => {
    let response: Answer
    let value: unknown
    try {
      response = await askServer(`${apiUrl}${path}`, {
        method,
        headers: {
          authorization: `PortOne ${apiSecret}`,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': idempotencyKey(key) }),
        },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
      })
      value = JSON.parse(response.body)
    } catch (error) {
      throw new GatewayUnknown('the payment gateway does not answer', { cause: error })
    }
    if (response.status >= 200 && response.status < 300) return { ok: true, value }
    const no = z.safeParse(refusal, value)
    if (!no.success) throw new GatewayUnknown(`the payment gateway answered ${response.status}`)
    return { ok: false, http: response.status, type: no.data.type }
  }
  const read = <T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> => {
    const parsed = z.safeParse(schema, value)
    if (!parsed.success) throw new GatewayUnknown('the payment gateway gave no usable answer')
    return parsed.data
  }
  const at = (paymentId: string, act = '') => `/payments/${encodeURIComponent(paymentId)}${act}`

  return {
    /** Registers the amount, so that the buyer's browser cannot send another one. Resolves to a refusal or null. */
    preRegister: async (paymentId: string, totalAmount: number): Promise<ApiRefusal | null> => {
      const result = await callApi('POST', at(paymentId, '/pre-register'), { storeId, totalAmount, currency: 'KRW' })
      return result.ok ? null : result
    },
    /** Resolves to null when there is no such payment, or the buyer has not begun. */
    get: async (paymentId: string): Promise<PortOnePayment | null> => {
      const result = await callApi('GET', `${at(paymentId)}?storeId=${encodeURIComponent(storeId)}`)
      if (result.ok) return read(payment, result.value)
      if (result.type === 'PAYMENT_NOT_FOUND') return null
      throw new GatewayUnknown(`the payment gateway refused to tell: ${result.type}`)
    },
    /** Cancels under an idempotency key, and only while exactly `cancellable` KRW are left. */
    cancel: async (
      paymentId: string,
      { amount, reason, cancellable, key }: { amount: number; reason: string; cancellable: number; key: string },
    ): Promise<{ ok: true; cancellation: Cancellation } | ({ ok: false } & ApiRefusal)> => {
      const body = { storeId, amount, reason, currentCancellableAmount: cancellable }
      const result = await callApi('POST', at(paymentId, '/cancel'), body, key)
      return result.ok ? { ok: true, ...read(z.object({ cancellation }), result.value) } : result
    },
  }
}
