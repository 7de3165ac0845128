import { httpRequest as askServer, type HttpResponse } from '../../httpRequest.ts'
import { type Gateway, GatewayRefused, GatewayUnknown, type Payment } from '../gateway.ts'
import { isGenuine } from '../signature.ts'

const TIMEOUT_MS = 8_000
const STATES: readonly string[] = ['ready', 'authorised', 'paid', 'declined', 'cancelled'] satisfies Payment['state'][]

const isPayment = (value: unknown): value is Payment =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'state' in value &&
  STATES.includes(value.state as string) &&
  'amount' in value &&
  Number.isSafeInteger(value.amount)

/** Creates the client of the sandbox gateway, which is called over HTTP like a real one. */
export const sandboxGateway = ({ url, secret }: { url: string; secret: string }): Gateway => {
  const requestGateway = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    let response: HttpResponse
    let value: unknown
    try {
      response = await askServer(url + path, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
      })
      value = JSON.parse(response.body)
    } catch (error) {
      throw new GatewayUnknown('the payment gateway does not answer', { cause: error })
    }
    if (response.status === 409) throw new GatewayRefused(String((value as { code?: unknown } | null)?.code))
    if (response.status !== 200) throw new GatewayUnknown(`the payment gateway answered ${response.status}`)
    return value
  }
  const payment = (value: unknown): Payment => {
    if (!isPayment(value)) throw new GatewayUnknown('the payment gateway gave no usable answer')
    // A gateway process that an earlier release started sends no `disputed`.
    return { ...value, disputed: value.disputed === true }
  }
  const path = (key: string, act = '') => `/payments/${encodeURIComponent(key)}${act}`
  return {
    name: 'sandbox',
    prepare: async (order) => payment(await requestGateway('POST', '/payments', order)),
    confirm: async (key, amount) => payment(await requestGateway('POST', path(key, '/confirm'), { amount })),
    get: async (key) => {
      const value = await requestGateway('GET', path(key))
      return value === null ? null : payment(value)
    },
    cancel: async (key, amount, cancelKey) =>
      payment(await requestGateway('POST', path(key, '/cancel'), { amount, cancelKey })),
    verifyWebhook: (rawBody, headers, now) => {
      if (!isGenuine(secret, rawBody, headers, now)) return null
      try {
        const message = JSON.parse(Buffer.from(rawBody).toString()) as { key?: unknown } | null
        return typeof message?.key === 'string' ? { key: message.key } : null
      } catch {
        return null // signed, but not JSON
      }
    },
  }
}
