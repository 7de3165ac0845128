import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq, isNotNull } from 'drizzle-orm'
import * as pass from '#contract/calls/pass.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { paymentReturn } from '#contract/calls/payment.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { job } from '#server/db/schema/job.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { settleAfterReport } from '#server/modules/order/service.ts'
import { runJobs } from '#server/modules/job/service.ts'
import { paymentJob } from '#server/modules/order/settle.ts'
import type { Gateway } from '#server/outside/payment/gateway.ts'
import { signedHeaders } from '#server/outside/payment/signature.ts'
import type { Reach } from '#server/outside/push/webPush.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember } from '../harness/factories.ts'
import { openBank } from './bank.ts'

export type Engine = Parameters<typeof openApp>[0]['engine']

export interface WebhookMessage {
  headers: IncomingHttpHeaders
  payload: Buffer
}

const MOBILE_24H = 'pass-24h-mobile'

/**
 * Opens the application with the real sandbox gateway. The gateway's messages arrive over HTTP at a post office, which
 * records each and delivers it, or answers 503 while `post.closed`.
 */
export const openShop = async ({
  engine,
  wrap = (gateway) => gateway,
  env = {},
  reach,
  mapDatabaseUrl,
}: {
  engine: Engine
  wrap?: (gateway: Gateway) => Gateway
  /** Further environment variables. */
  env?: Record<string, string>
  /** How push services are reached. */
  reach?: Reach
  /** Leads to PostgreSQL by another address, such as that of a relay. */
  mapDatabaseUrl?: (url: string) => string
}) => {
  let offset = 0
  let stoppedAt: number | null = null
  const clock = () => (stoppedAt ?? Date.now()) + offset
  const bank = await openBank(clock)
  const post = { closed: false, messages: [] as WebhookMessage[] }

  let deliver: (message: WebhookMessage) => Promise<number> = () => Promise.resolve(503)
  const office = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = { headers: request.headers, payload: Buffer.concat(chunks) }
      post.messages.push(message)
      void (post.closed ? Promise.resolve(503) : deliver(message)).then((status) => response.writeHead(status).end())
    })
  })
  await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(office.address() as AddressInfo).port}`

  const opened = await openApp({
    engine,
    clock,
    payment: wrap(bank.gateway),
    env: { PUBLIC_URL: publicUrl, ...env },
    ...(reach && { reach }),
    ...(mapDatabaseUrl && { mapDatabaseUrl }),
  })
  const deps: Deps = opened.deps
  deliver = async ({ headers, payload }) => {
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...passed } = headers
    const url = '/api/v1/payment/webhook'
    return (await opened.app.inject({ method: 'POST', url, headers: passed, payload })).statusCode
  }

  /** Places an order of `passCnt` 24H passes, not paid yet. */
  const place = async (token: string, passCnt = 1) => {
    const quoted = await opened.call(pass.buyPassPayInfo, {
      token,
      body: { gdsDtlUid: await optionOf(MOBILE_24H), passCnt },
    })
    if (!quoted.data) throw new Error(`not quoted: ${quoted.status.code}`)
    const { quoteUid } = quoted.data
    const bought = await opened.call(pass.buyPass, { token, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' } })
    if (!bought.data?.payUrl) throw new Error(`not bought: ${bought.status.code}`)
    return { ...bought.data, quoteUid, payUrl: bought.data.payUrl }
  }
  const optionOf = async (gdsUid: string): Promise<string> => {
    const { data } = await opened.call(pass.list, { query: { pageSize: '50' } })
    const listedProduct = data?.list.find((product) => product.gdsUid === gdsUid)
    if (!listedProduct) throw new Error(`no product ${gdsUid}`)
    return listedProduct.gdsDtlUid
  }

  /** Delivers a message about a payment, signed by the gateway. */
  const hear = async (paymentKey: string) => {
    const payload = Buffer.from(JSON.stringify({ type: 'payment.disputed', key: paymentKey }))
    const headers = signedHeaders(bank.secret, payload, clock())
    const status = await deliver({ headers: { 'content-type': 'application/json', ...headers }, payload })
    if (status !== 200) throw new Error(`the message was answered ${status}`)
  }

  return {
    ...opened,
    deps,
    bank,
    hear,
    /** The buyer's bank opens or resolves a dispute, and the gateway sends its message. */
    dispute: async (paymentKey: string, open: boolean) => {
      await bank.dispute(paymentKey, open)
      await hear(paymentKey)
    },
    post,
    clock,
    /** Stops the clock of application and bank, so that no pace refills on a busy machine; returns what lets it go on. */
    stopClock: () => {
      stoppedAt = Date.now()
      return () => {
        stoppedAt = null
      }
    },
    /** Advances the clock of application and bank. */
    advance: (ms: number) => {
      offset += ms
    },
    deliver: (message: WebhookMessage) => deliver(message),
    member: () => signUpMember(opened),
    place,
    optionOf,
    order: async (token: string, ordUid: string) =>
      (await opened.call(pass.orderDetail, { token, params: { id: ordUid } })).data,
    passes: async (token: string) => (await opened.call(myPassList, { token })).data?.list ?? [],
    /** Places an order and presses `choice` on its page, while messages are not delivered. */
    placeAndPress: async (token: string, choice: Parameters<typeof bank.press>[1], passCnt = 1) => {
      post.closed = true
      const order = await place(token, passCnt)
      await bank.press(order.payUrl, choice)
      return order
    },
    /** Returns a signed message that this payment was authorised. */
    messageFor: (paymentKey: string) => {
      const payload = Buffer.from(JSON.stringify({ type: 'payment.authorised', key: paymentKey, at: 0 }))
      const headers = { 'content-type': 'application/json', ...signedHeaders(bank.secret, payload, clock()) }
      return { headers, payload }
    },
    returnFromPayment: (ordUid: string) => opened.call(paymentReturn, { query: { ordUid, result: 'authorised' } }),
    /** Returns the stored order without asking the gateway. */
    storedOrder: async (ordUid: string) => {
      const [row] = await deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
      if (!row) throw new Error('no such order')
      const passes = await deps.db.select().from(passTable).where(eq(passTable.ordUid, ordUid))
      return {
        state: row.state,
        reason: row.reason,
        refunded: row.refunded,
        passes: passes.length,
        paymentKey: row.paymentKey,
        kept: bank.keptKrw(row.paymentKey),
      }
    },
    /** The visitor returns to another process, which shares no memory with this one. */
    returnToOtherProcess: (ordUid: string) =>
      settleAfterReport({ ...deps, db: Object.create(deps.db) as Deps['db'] }, ordUid, 'return', 'authorised'),
    /** Checks each payment of which a check is scheduled, once. */
    reconcileAll: async () => {
      await deps.db
        .update(job)
        .set({ dueAt: 0 })
        .where(and(eq(job.kind, paymentJob.kind), isNotNull(job.dueAt)))
      await runJobs(deps, [paymentJob])
    },
    close: async () => {
      await bank.close()
      office.closeAllConnections()
      await new Promise((resolve) => office.close(resolve))
      await opened.close()
    },
  }
}
/** The order of one 24H pass that brought nothing, as `storedOrder` returns it. */
export const nothing = (state: string, reason: string) => ({
  state,
  reason,
  passes: 0,
  kept: 0,
  refunded: state === 'refunded' ? 49_000 : 0,
})

export type Shop = Awaited<ReturnType<typeof openShop>>
