import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PortOne } from '#server/outside/payment/portone/client.ts'
import { signedHeaders } from '#server/outside/payment/signature.ts'

interface Cancellation {
  id: string
  status: 'SUCCEEDED' | 'REQUESTED' | 'FAILED'
  totalAmount: number
  reason: string
}
interface Row {
  id: string
  status: string
  total: number
  brand: string
  disputes: { status: 'UNRESOLVED' | 'RESOLVED'; reason: string; createdAt: string }[]
  cancellations: Cancellation[]
}
/** The fault of the next cancellation. */
type Fault = 'lost' | 'requested' | 'failed' | 'outstanding' | 'changed' | 'pg'

const WEBHOOK_BYTES = Buffer.from('thirty-two bytes for these tests')
const jsonOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {}
}

/**
 * PortOne's API as its documentation describes it, as far as we use it: authorization, pre-registration, idempotency
 * keys, the expected cancellable amount, cancellations that take a while, disputes, signed messages.
 */
export const openPortOne = async () => {
  const registered = new Map<string, number>()
  const rows = new Map<string, Row>()
  const answersByKey = new Map<string, { body: string; http: number; value: unknown }>()
  const state = { fault: null as Fault | null, down: false, revoked: false, requests: [] as string[] }
  const account: PortOne = {
    apiUrl: '',
    apiSecret: 'secret of the store',
    storeId: 'store-00000000-0000-4000-8000-000000000000',
    channelKey: 'channel-key-1',
    webhookSecret: `whsec_${WEBHOOK_BYTES.toString('base64')}`,
    publicUrl: '',
  }
  const cancelled = (row: Row) =>
    row.cancellations.filter(({ status }) => status === 'SUCCEEDED').reduce((sum, one) => sum + one.totalAmount, 0)
  const paymentOf = (row: Row) => ({
    status: row.status,
    id: row.id,
    transactionId: `tx-${row.id}`,
    merchantId: 'merchant',
    storeId: account.storeId,
    version: 'V2',
    orderName: 'Pass',
    currency: 'KRW',
    amount: {
      total: row.total,
      taxFree: 0,
      discount: 0,
      paid: row.total,
      cancelled: cancelled(row),
      cancelledTaxFree: 0,
    },
    method: { type: 'PaymentMethodCard', card: { brand: row.brand } },
    // The documentation has this field for paid payments only, not for those that were refunded in part.
    ...(row.status === 'PAID' && { disputes: row.disputes }),
    ...(row.cancellations.length > 0 && { cancellations: row.cancellations }),
  })
  const no = (http: number, type: string) => ({ http, value: { type, message: 'in words' } })

  const cancel = (row: Row | undefined, body: Record<string, unknown>) => {
    const fault = state.fault
    state.fault = fault === 'lost' ? 'lost' : null
    if (fault === 'outstanding') return no(409, 'IDEMPOTENCY_OUTSTANDING_REQUEST')
    if (fault === 'pg') return no(502, 'PG_PROVIDER')
    if (!row) return no(404, 'PAYMENT_NOT_FOUND')
    if (row.status === 'CANCELLED') return no(409, 'PAYMENT_ALREADY_CANCELLED')
    if (row.status !== 'PAID' && row.status !== 'PARTIAL_CANCELLED') return no(409, 'PAYMENT_NOT_PAID')
    const cancellableKrw = row.total - cancelled(row)
    if (fault === 'changed' || body.currentCancellableAmount !== cancellableKrw)
      return no(409, 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN')
    const amount = Number(body.amount)
    if (amount > cancellableKrw) return no(409, 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT')
    const status = fault === 'requested' ? 'REQUESTED' : fault === 'failed' ? 'FAILED' : 'SUCCEEDED'
    const cancellation: Cancellation = {
      id: `cancel-${row.cancellations.length}`,
      status,
      totalAmount: amount,
      reason: String(body.reason),
    }
    row.cancellations.push(cancellation)
    if (status === 'SUCCEEDED') row.status = amount === cancellableKrw ? 'CANCELLED' : 'PARTIAL_CANCELLED'
    return { http: 200, value: { cancellation } }
  }

  const serve = async (request: IncomingMessage): Promise<{ http: number; value: unknown }> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://portone')
    const [, top, id = '', act] = pathname.split('/')
    state.requests.push(`${request.method} ${act ?? 'get'}`)
    if (state.revoked || request.headers.authorization !== `PortOne ${account.apiSecret}`)
      return no(401, 'UNAUTHORIZED')
    if (top !== 'payments') return no(404, 'NOT_FOUND')
    const row = rows.get(id)
    if (request.method === 'GET') {
      if (searchParams.get('storeId') !== account.storeId) return no(403, 'FORBIDDEN')
      return row ? { http: 200, value: paymentOf(row) } : no(404, 'PAYMENT_NOT_FOUND')
    }
    const body = await jsonOf(request)
    if (body.storeId !== account.storeId) return no(403, 'FORBIDDEN')
    if (act === 'pre-register') {
      if (row?.status === 'PAID') return no(409, 'ALREADY_PAID')
      if (body.currency !== 'KRW') return no(400, 'INVALID_REQUEST')
      registered.set(id, Number(body.totalAmount))
      return { http: 200, value: {} }
    }
    if (act !== 'cancel') return no(404, 'NOT_FOUND')
    const key = String(request.headers['idempotency-key'])
    if (!/^[\w-]{16,256}$/.test(key)) return no(400, 'INVALID_REQUEST')
    const earlierAnswer = answersByKey.get(key)
    if (earlierAnswer && earlierAnswer.body !== JSON.stringify(body)) return no(422, 'INVALID_REQUEST')
    if (earlierAnswer) return earlierAnswer
    const cancelAnswer = cancel(row, body)
    if (cancelAnswer.http === 200) answersByKey.set(key, { body: JSON.stringify(body), ...cancelAnswer })
    return cancelAnswer
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (state.down) {
      request.destroy()
      return
    }
    void serve(request).then(({ http, value }) => {
      if (state.fault === 'lost' && request.url?.endsWith('/cancel')) {
        state.fault = null
        request.destroy()
        return
      }
      response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  account.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** A message as PortOne signs it. `secret` and `storeId` can be replaced by wrong ones. */
  const message = (
    paymentId: string,
    type: string,
    options: { secret?: Uint8Array; storeId?: string; now?: number } = {},
  ) => {
    const data = { storeId: options.storeId ?? account.storeId, paymentId, transactionId: `tx-${paymentId}` }
    const payload = Buffer.from(JSON.stringify({ type, timestamp: new Date().toISOString(), data }))
    const signed = signedHeaders(options.secret ?? WEBHOOK_BYTES, payload, options.now ?? Date.now())
    return { headers: { 'content-type': 'application/json', ...signed }, payload }
  }
  const rowOf = (id: string): Row => {
    const row = rows.get(id)
    if (!row) throw new Error('no such payment')
    return row
  }

  return {
    account,
    state,
    message,
    /** What our page passes to PortOne's browser library. */
    requestedPayment: (payUrl: string) =>
      JSON.parse(Buffer.from(payUrl.split('#')[1] ?? '', 'base64url').toString()) as Record<string, unknown> & {
        paymentId: string
        totalAmount: number
      },
    /** The buyer pays on the hosted page: the registered amount, whatever the browser says. */
    pay: (
      paymentId: string,
      { brand = 'VISA', fails = false, total }: { brand?: string; fails?: boolean; total?: number } = {},
    ) => {
      const amount = registered.get(paymentId)
      if (amount === undefined) throw new Error('not registered')
      const status = fails ? 'FAILED' : 'PAID'
      rows.set(paymentId, { id: paymentId, status, total: total ?? amount, brand, disputes: [], cancellations: [] })
    },
    dispute: (paymentId: string, status: 'UNRESOLVED' | 'RESOLVED') => {
      rowOf(paymentId).disputes = [{ status, reason: 'fraud', createdAt: new Date().toISOString() }]
    },
    /** The card company finishes the requested cancellations. */
    finish: (paymentId: string) => {
      const row = rowOf(paymentId)
      for (const one of row.cancellations) if (one.status === 'REQUESTED') one.status = 'SUCCEEDED'
      row.status = cancelled(row) === row.total ? 'CANCELLED' : 'PARTIAL_CANCELLED'
    },
    keptKrw: (paymentId: string): number => {
      const row = rows.get(paymentId)
      return row && row.status !== 'FAILED' ? row.total - cancelled(row) : 0
    },
    cancellations: (paymentId: string) => rowOf(paymentId).cancellations,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
export type FakePortOne = Awaited<ReturnType<typeof openPortOne>>
