import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '#contract/envelope.ts'
import { listOf, openWorld, type Facts, signUp, type World } from '../faults/visitor.ts'

/** Members who buy passes one after the other, each request with its idempotency key, until they are stopped. */

const BUYERS = 6
/** Longer than a server of ours may take to answer. */
const PATIENCE_MS = 15_000
const RETRY_MS = 100
/** How long buyers try to finish when they are stopped. */
const FINISH_MS = 20_000

/** What a client may see during a drill besides success. */
export const PASSING = ['E_UNAVAILABLE', 'E_KEY_RUNNING']

interface Reply {
  code: string
  data: Record<string, unknown> | null
}

interface Request {
  method?: 'POST'
  path: string
  body?: object
  token?: string
  key?: string
}

/** An order whose purchase was acknowledged; `isPaid` when the member was also told that it is paid. */
interface Bought {
  ordUid: string
  isPaid: boolean
  token: string
}

/** What was seen since the last `mark`. */
export interface Sighting {
  /** Answers of each code, also `NO_ANSWER` and HTTP statuses without an envelope. */
  codes: Record<string, number>
  /** Orders acknowledged. */
  orders: number
  /** The longest time in which no write was acknowledged, ms. */
  longestGapMs: number
  /** Reads of members that were answered. */
  reads: number
}

/** Opens the load on the servers at `origins`, each of which gets every other attempt. */
export const openBuyers = async (dataDir: string, origins: () => string[]) => {
  const world: World = await openWorld({ url: origins()[0] ?? '', dataDir }, Math.random)
  const people = await Promise.all(
    Array.from({ length: BUYERS }, async (): Promise<Facts> => {
      const facts = await signUp(world)
      if (!facts) throw new Error('a buyer could not sign up')
      return facts
    }),
  )
  const bought: Bought[] = []
  let attempts = 0
  let codes: Record<string, number> = {}
  let longestGapMs = 0
  let orders = 0
  let reads = 0
  let writtenAt = performance.now()
  let leaving = true
  let leavingAt = 0
  let running: Promise<unknown> = Promise.resolve()

  const send = async ({ method, path, body, token, key }: Request): Promise<Reply> => {
    const all = origins()
    attempts += 1
    try {
      const response = await fetch(`${all[attempts % all.length]}/api/v1${path}`, {
        method: method ?? 'GET',
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      if (response.status >= 300 && response.status < 400) return { code: '200', data: null }
      if (!response.headers.get('content-type')?.includes('json'))
        return { code: `HTTP_${response.status}`, data: null }
      const { status, data } = JSON.parse(text) as Envelope<Reply['data']>
      return { code: status.code, data }
    } catch (error) {
      return { code: `NO_ANSWER ${error instanceof Error ? error.name : ''}`, data: null }
    }
  }
  /** Sends a request with the same key until it is answered by success, as phones do. */
  const retry = async (request: Request): Promise<Record<string, unknown>> => {
    for (;;) {
      const { code, data } = await send(request)
      codes[code] = (codes[code] ?? 0) + 1
      if (code === '200') {
        if (request.key !== undefined) {
          const now = performance.now()
          longestGapMs = Math.max(longestGapMs, now - writtenAt)
          writtenAt = now
        }
        return data ?? {}
      }
      if (leaving && performance.now() - leavingAt > FINISH_MS)
        throw new Error(`${request.path} was not answered: ${code}`)
      await wait(RETRY_MS)
    }
  }
  const write = (token: string, path: string, body: object) =>
    retry({ method: 'POST', path, body, token, key: randomUUID() })

  const buy = async (token: string): Promise<void> => {
    const { quoteUid } = await write(token, '/pass/buyPassPayInfo', { gdsDtlUid: world.gdsDtlUid, passCnt: 1 })
    const order = await write(token, '/pass/buyPass', { quoteUid, method: 'overseas_card', agreeYn: 'Y' })
    const purchase: Bought = { ordUid: String(order.ordUid), isPaid: false, token }
    bought.push(purchase)
    orders += 1
    const body = new URLSearchParams({ choice: 'approve' })
    const pressed = await fetch(String(order.payUrl), { method: 'POST', body, redirect: 'manual' })
    await pressed.text()
    const back = new URL(pressed.headers.get('location') ?? '')
    await retry({ path: back.pathname.slice('/api/v1'.length) + back.search })
    const { state } = await retry({ path: `/pass/order/${purchase.ordUid}`, token })
    purchase.isPaid = state === 'paid'
  }
  /** Reads the passes of a member without a pause, and counts only what is answered. */
  const read = async (token: string): Promise<void> => {
    const { code } = await send({ path: '/mypage/myPass/list', token })
    codes[code] = (codes[code] ?? 0) + 1
    if (code === '200') reads += 1
    await wait(RETRY_MS)
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!leaving) await work()
  }

  return {
    /** Lets the buyers and one reader begin. */
    start: (): void => {
      leaving = false
      const reader = repeat(() => read(people[0]?.accessToken ?? ''))
      running = Promise.all([reader, ...people.map(({ accessToken }) => repeat(() => buy(accessToken)))])
      running.catch(() => undefined)
    },
    /** Forgets what was seen so far. */
    mark: (): void => {
      codes = {}
      longestGapMs = 0
      orders = 0
      reads = 0
      writtenAt = performance.now()
    },
    /** Returns what was seen since `mark`. */
    sighting: (): Sighting => ({
      codes: { ...codes },
      orders,
      reads,
      longestGapMs: Math.max(longestGapMs, leaving ? 0 : performance.now() - writtenAt),
    }),
    /** Lets each buyer finish the purchase it has begun. */
    stop: async (): Promise<void> => {
      leaving = true
      leavingAt = performance.now()
      await running
    },
    /** Resolves to the acknowledged orders that are lost, one line each. */
    lost: async (): Promise<string[]> => {
      const wrong: string[] = []
      for (const { accessToken: token } of people) {
        const own = bought.filter((purchase) => purchase.token === token)
        const held = listOf<{ ordUid: string }>(await send({ path: '/mypage/myPass/list', token }))
        for (const { ordUid, isPaid } of own) {
          const { code, data } = await send({ path: `/pass/order/${ordUid}`, token })
          const count = held.filter((pass) => pass.ordUid === ordUid).length
          if (code !== '200') wrong.push(`order ${ordUid}: ${code}`)
          else if (isPaid && (data?.state !== 'paid' || count !== 1))
            wrong.push(`order ${ordUid} was paid, is ${String(data?.state)} with ${count} passes`)
        }
      }
      return wrong
    },
    /** Number of orders that were acknowledged since the beginning. */
    total: () => bought.length,
  }
}
export type Buyers = Awaited<ReturnType<typeof openBuyers>>
