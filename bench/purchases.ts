import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { member } from '#server/db/schema/member.ts'
import { openKeys } from '#server/keys.ts'
import { createLog } from '#server/log.ts'
import { prepareDatabase } from '#server/main.ts'
import { openSession, tokensOf } from '#server/modules/session/service.ts'
import type { Rate } from './lists.ts'
import { serving } from './server.ts'

/** Purchases from the order to the issued pass: ordered, approved on the sandbox's page, settled on the way back. */

const BUYERS = 16
const PURCHASES = 200
const WARM_UP = 32
/** Spread, so that no product is a hot row. */
const PRODUCTS = ['pass-24h-mobile', 'pass-48h-mobile', 'pass-big3-mobile', 'pass-big5-mobile']

/** Members who are signed in; their access tokens. */
const signedIn = async (folder: string): Promise<string[]> => {
  const { DATABASE_URL } = process.env
  const config = readConfig({ DATA_DIR: folder, ...(DATABASE_URL && { DATABASE_URL }) })
  const deps = { keys: openKeys(config), clock: Date.now }
  const connected = await connect(config, createLog(join(folder, 'bench.log')))
  await prepareDatabase(connected, Date.now(), false)
  const tokens: string[] = []
  for (let nth = 0; nth < BUYERS; nth += 1) {
    const [memberId, now] = [uuidv7(), Date.now()]
    await connected.db.insert(member).values({
      id: memberId,
      email: `bench.${memberId}@mail.example`,
      engSurname: 'Example',
      engNm: 'Ana',
      gender: 'none',
      termsAt: now,
      privacyAt: now,
      joinedAt: now,
    })
    const row = await connected.db.transaction((tx) => openSession(tx, deps, { memberId, keep: true, label: null }))
    tokens.push((await tokensOf(deps, row)).accessToken)
  }
  await connected.close()
  return tokens
}

interface Answer {
  status: { code: string; message: string }
  data: Record<string, string> | null
}

type Call = (token: string, path: string, body?: object) => Promise<Record<string, string>>

const callsOf =
  (origin: string): Call =>
  async (token, path, body) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    })
    const { status, data } = (await response.json()) as Answer
    if (status.code !== '200' || !data) throw new Error(`${path}: ${status.code} ${status.message}`)
    return data
  }

/** From the order to the settled payment; the order's id. */
const buy = async (origin: string, call: Call, token: string, quoteUid: string): Promise<string> => {
  const order = await call(token, '/pass/buyPass', { quoteUid, method: 'overseas_card', agreeYn: 'Y' })
  const page = { method: 'POST', body: new URLSearchParams({ choice: 'approve' }), redirect: 'manual' as const }
  const back = (await fetch(order.payUrl ?? '', page)).headers.get('location')
  if (!back) throw new Error('the gateway led nowhere')
  await (await fetch(new URL(back, origin), { redirect: 'manual' })).arrayBuffer()
  return order.ordUid ?? ''
}

/** Buyers side by side; prices were quoted before, and that the passes are paid is looked up after the clock stopped. */
const load = async (origin: string, tokens: string[], options: string[], count: number): Promise<Rate> => {
  const call = callsOf(origin)
  const each = Math.ceil(count / tokens.length)
  const carts = await Promise.all(
    tokens.map(async (token) => {
      const quotes: string[] = []
      for (let nth = 0; nth < each; nth += 1) {
        const wanted = { gdsDtlUid: options[nth % options.length], passCnt: 1 }
        quotes.push((await call(token, '/pass/buyPassPayInfo', wanted)).quoteUid ?? '')
      }
      return { token, quotes, bought: [] as string[] }
    }),
  )
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    carts.map(async ({ token, quotes, bought }) => {
      for (const quoteUid of quotes) {
        const start = performance.now()
        bought.push(await buy(origin, call, token, quoteUid))
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  for (const { token, bought } of carts)
    for (const ordUid of bought) {
      const { state } = await call(token, `/pass/order/${ordUid}`)
      if (state !== 'paid') throw new Error(`an approved order is ${state}`)
    }
  const sorted = times.toSorted((a, b) => a - b)
  return { perSecond: times.length / seconds, p99: sorted[Math.floor(times.length * 0.99)] ?? 0 }
}

/** Rates of purchases, one round after the other; on `DATABASE_URL` when there is one, else embedded. */
export const purchaseRates = (rounds: number): Promise<Rate[]> =>
  serving(signedIn, async (port, tokens) => {
    const origin = `http://localhost:${port}`
    const list = (await (await fetch(`${origin}/api/v1/pass/list?pageSize=50`)).json()) as {
      data: { list: { gdsUid: string; gdsDtlUid: string }[] }
    }
    const options = list.data.list.flatMap(({ gdsUid, gdsDtlUid }) => (PRODUCTS.includes(gdsUid) ? [gdsDtlUid] : []))
    await load(origin, tokens, options, WARM_UP)
    const rates: Rate[] = []
    for (let round = 0; round < rounds; round += 1) rates.push(await load(origin, tokens, options, PURCHASES))
    return rates
  })
