import { openKeys } from '#server/keys.ts'
import { openSession, tokensOf } from '#server/modules/session/service.ts'
import { httpRequest } from '#server/outside/httpRequest.ts'
import { insertMembers, fill, insertPastMembers } from './fill.ts'
import type { Rate } from './lists.ts'
import { processorMsOf, withServers } from './server.ts'

/** Purchases from the order to the issued pass: ordered, approved on the sandbox's page, settled by the return page. */

const BUYERS = 16
const PURCHASES = 200
/** Until the server's code is compiled. */
const WARM_UP = 320
/** Longer than any answer takes. */
const PATIENCE_MS = 60_000
/** Several products, so that none is a hot row. */
const PRODUCTS = ['pass-24h-mobile', 'pass-48h-mobile', 'pass-big3-mobile', 'pass-big5-mobile']

/** Signs members in and returns their access tokens. */
const signInBuyers = (folder: string, grown: number): Promise<string[]> =>
  fill(folder, async (db, config) => {
    if (grown > 0) await insertPastMembers(db, grown)
    const deps = { keys: openKeys(config), clock: Date.now }
    const tokens: string[] = []
    for (const { id } of await insertMembers(db, BUYERS)) {
      const row = await db.transaction((tx) =>
        openSession(tx, deps, { memberId: id, keep: true, label: null, locale: 'en' }),
      )
      tokens.push((await tokensOf(deps, row)).accessToken)
    }
    return tokens
  })

const JSON_BODY = { 'content-type': 'application/json' }

interface Answer {
  status: { code: string; message: string }
  data: Record<string, string> | null
}

type Call = (
  token: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Record<string, string>>

/** An answer that is no success; `code` is that of the answer. */
export class CallFailed extends Error {
  readonly code: string
  constructor(path: string, { code, message }: Answer['status']) {
    super(`${path}: ${code} ${message}`)
    this.code = code
  }
}

/** Returns the calls of the API at `origin`: with a body by POST, else by GET; each throws `CallFailed`. */
export const callsOf =
  (origin: string): Call =>
  async (token, path, body, headers = {}) => {
    const response = await httpRequest(`${origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && JSON_BODY), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: PATIENCE_MS,
    })
    const { status, data } = JSON.parse(response.body) as Answer
    if (status.code !== '200') throw new CallFailed(path, status)
    return data ?? {}
  }

/** Orders and pays; resolves with the order's id. `headers`: of the order. */
export const buy = async (
  origin: string,
  call: Call,
  token: string,
  { quoteUid, headers }: { quoteUid: string; headers?: Record<string, string> },
): Promise<string> => {
  const wanted = { quoteUid, method: 'overseas_card', agreeYn: 'Y' }
  const order = await call(token, '/pass/buyPass', wanted, headers)
  const chosen = await httpRequest(order.payUrl ?? '', {
    method: 'POST',
    body: 'choice=approve',
    timeoutMs: PATIENCE_MS,
  })
  if (!chosen.headers.location) throw new Error('the gateway led nowhere')
  await httpRequest(new URL(chosen.headers.location, origin).href, { method: 'GET', timeoutMs: PATIENCE_MS })
  return order.ordUid ?? ''
}

/** Returns the options that are bought, by their ids. */
export const optionsAt = async (origin: string): Promise<string[]> => {
  const list = (await (await fetch(`${origin}/api/v1/pass/list?pageSize=50`)).json()) as {
    data: { list: { gdsUid: string; gdsDtlUid: string }[] }
  }
  return list.data.list.flatMap(({ gdsUid, gdsDtlUid }) => (PRODUCTS.includes(gdsUid) ? [gdsDtlUid] : []))
}

/** `busyMs`: processor time of the servers for one purchase. */
export type PurchaseRate = Rate & { busyMs: number }

interface Load {
  origins: string[]
  pids: number[]
  tokens: string[]
  options: string[]
}

/** Runs the buyers concurrently. Quotes are made before the clock starts, orders are checked after it stops. */
const load = async ({ origins, pids, tokens, options }: Load, count: number): Promise<PurchaseRate> => {
  const each = Math.ceil(count / tokens.length)
  const carts = await Promise.all(
    tokens.map(async (token, nth) => {
      const origin = origins[nth % origins.length] ?? ''
      const call = callsOf(origin)
      const quotes: string[] = []
      for (let unit = 0; unit < each; unit += 1) {
        const wanted = { gdsDtlUid: options[unit % options.length], passCnt: 1 }
        quotes.push((await call(token, '/pass/buyPassPayInfo', wanted)).quoteUid ?? '')
      }
      return { origin, call, token, quotes, bought: [] as string[] }
    }),
  )
  const times: number[] = []
  const [began, busy] = [performance.now(), processorMsOf(pids)]
  await Promise.all(
    carts.map(async ({ origin, call, token, quotes, bought }) => {
      for (const quoteUid of quotes) {
        const start = performance.now()
        bought.push(await buy(origin, call, token, { quoteUid }))
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const busyMs = (processorMsOf(pids) - busy) / times.length
  for (const { call, token, bought } of carts)
    for (const ordUid of bought) {
      const { state } = await call(token, `/pass/order/${ordUid}`)
      if (state !== 'paid') throw new Error(`an approved order is ${state}`)
    }
  const sorted = times.toSorted((a, b) => a - b)
  return { perSecond: times.length / seconds, p99Ms: sorted[Math.floor(times.length * 0.99)] ?? 0, busyMs }
}

/**
 * Measures purchases, round by round, on `DATABASE_URL` if set, else on the embedded database. `processes`: servers on
 * that database. `grown`: number of past members, with their orders and passes, that it has before.
 */
export const purchaseRates = (rounds: number, { processes = 1, grown = 0 } = {}): Promise<PurchaseRate[]> =>
  withServers({
    prepare: (folder) => signInBuyers(folder, grown),
    processes,
    work: async (ports, tokens, pids) => {
      const origins = ports.map((port) => `http://localhost:${port}`)
      const options = await optionsAt(origins[0] ?? '')
      const all = { origins, pids, tokens, options }
      await load(all, WARM_UP)
      const rates: PurchaseRate[] = []
      for (let round = 0; round < rounds; round += 1) rates.push(await load(all, PURCHASES))
      return rates
    },
  })
