import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '#contract/envelope.ts'
import { CERT_TTL_MS } from '#contract/limits.ts'
import { CHOICES } from '#server/outside/payment/sandbox/ledger.ts'

/** What the server has acknowledged to one visitor; all of it must survive any number of kills. */
export interface Facts {
  email: string
  accessToken: string
  memberId: string
  favourites: Map<string, boolean>
  /** The favourite whose request is unanswered: its effect is unknown. */
  unsure: string | null
  orders: Map<string, { state: string; passCnt: number }>
  /** `refundUid`s of the refund requests. */
  refunds: Set<string>
}

export interface World {
  url: string
  dataDir: string
  random: () => number
  /** Resolves while the server is up; a visitor awaits it before each attempt. */
  up: () => Promise<void>
  /** Returns whether visitors must finish what they began and start nothing else. */
  leaving: () => boolean
  places: string[]
  /** Answers of the server until now. */
  replies: number
  gdsDtlUid: string
  acknowledged: {
    members: number
    favourites: number
    orders: number
    paid: number
    refunds: number
    unanswered: number
  }
}

export const PASSWORD = 'Haeundae-2026!'
const ADDRESSES = 65_536

type Reply = { code: string; data: Record<string, unknown> | null }

export interface VisitorRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  token?: string
  key?: string
}

/** Sends one request; returns null when no answer came, or one of HTTP 500 or above. */
export const sendRequest = async (
  world: World,
  { method, path, body, token, key }: VisitorRequest,
): Promise<Reply | null> => {
  const address = Math.floor(world.random() * ADDRESSES)
  try {
    const response = await fetch(`${world.url}/api/v1${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.${address >> 8}.${address & 255}.7`,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    world.replies += 1
    if (response.status >= 300 && response.status < 400) return { code: '200', data: null }
    const { status, data } = (await response.json()) as Envelope<Record<string, unknown> | null>
    return response.status >= 500 ? null : { code: status.code, data }
  } catch {
    return null // the server was killed or is not up yet: the outcome is unknown
  }
}

/** Returns the `list` of an answer; throws when there is none. */
export const listOf = <T>(reply: Reply | null): T[] => {
  if (!Array.isArray(reply?.data?.list)) throw new Error(`no list: ${reply?.code}`)
  return reply.data.list as T[]
}

/** Returns the world of a running server, with what it sells. */
export const openWorld = async (server: Pick<World, 'url' | 'dataDir'>, random: () => number): Promise<World> => {
  const world: World = {
    url: server.url,
    dataDir: server.dataDir,
    random,
    up: () => Promise.resolve(),
    leaving: () => false,
    places: [],
    replies: 0,
    gdsDtlUid: '',
    acknowledged: { members: 0, favourites: 0, orders: 0, paid: 0, refunds: 0, unanswered: 0 },
  }
  const places = await sendRequest(world, { method: 'GET', path: '/attraction/list?pageSize=20' })
  world.places = listOf<{ gdsUid: string }>(places).map(({ gdsUid }) => gdsUid)
  const products = await sendRequest(world, { method: 'GET', path: '/pass/list?pageSize=50' })
  // Card passes are limited in number.
  const onSale = listOf<{ gdsDtlUid: string; medium: string }>(products).find(({ medium }) => medium === 'mobile')
  world.gdsDtlUid = onSale?.gdsDtlUid ?? ''
  return world
}

/** Retries a request with the same key until it is answered. */
const retryUntilAnswered = async (world: World, request: VisitorRequest): Promise<Reply> => {
  for (;;) {
    await world.up()
    const reply = await sendRequest(world, request)
    if (reply && reply.code !== 'E_KEY_RUNNING') return reply
    world.acknowledged.unanswered += 1
    await wait(20)
  }
}

/** Returns the newest mailed code; null once the code has expired, because its mail is no longer sent then. */
const mailedCode = async (world: World, email: string): Promise<string | null> => {
  const until = Date.now() + CERT_TTL_MS
  const folder = join(world.dataDir, 'mail')
  for (;;) {
    const name = (existsSync(folder) ? readdirSync(folder) : [])
      .filter((one) => one.includes(`-${email}`) && one.endsWith('.eml'))
      .toSorted()
      .at(-1)
    const code = name && /^(\d{6})\r?$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
    if (code) return code
    if (Date.now() > until) return null
    await wait(20)
    await world.up()
  }
}

/** Signs up; returns null when a kill took the proof of the mailbox and the visitor gives up. */
export const signUp = async (world: World): Promise<Facts | null> => {
  const email = `visitor.${randomUUID()}@mail.example`
  await retryUntilAnswered(world, { method: 'POST', path: '/cert/send-mail', body: { email } })
  const code = await mailedCode(world, email)
  if (code === null) return null
  const { data: proof } = await retryUntilAnswered(world, {
    method: 'POST',
    path: '/cert/check',
    body: { email, code },
  })
  const body = {
    email,
    certUid: proof?.certUid,
    password: PASSWORD,
    engSurname: 'Lin',
    engNm: 'Mei',
    termsYn: 'Y',
    privacyYn: 'Y',
  }
  const signedUp = proof?.certUid
    ? await retryUntilAnswered(world, { method: 'POST', path: '/account/sign-up', body })
    : null
  // The first attempt may have succeeded while its answer was lost: sign in instead.
  const session =
    signedUp?.code === '200'
      ? signedUp
      : await retryUntilAnswered(world, {
          method: 'POST',
          path: '/account/login',
          body: { id: email, password: PASSWORD },
        })
  if (session.code !== '200' || !session.data) return null
  world.acknowledged.members += 1
  const { memberId } = session.data.userInfo as { memberId: string }
  const accessToken = String(session.data.accessToken)
  return { email, accessToken, memberId, favourites: new Map(), unsure: null, orders: new Map(), refunds: new Set() }
}

const pick = <T>(world: World, list: readonly T[]): T => list[Math.floor(world.random() * list.length)] as T

const mark = async (world: World, facts: Facts): Promise<void> => {
  const gdsUid = pick(world, world.places)
  const on = world.random() < 0.7
  const request: VisitorRequest = on
    ? { method: 'POST', path: `/attraction/interest?gdsUid=${gdsUid}` }
    : { method: 'DELETE', path: `/attraction/interest/delete?gdsUid=${gdsUid}` }
  facts.unsure = gdsUid
  const { code } = await retryUntilAnswered(world, { ...request, token: facts.accessToken, key: randomUUID() })
  if (code !== '200') throw new Error(`a favourite was refused: ${code}`)
  facts.favourites.set(gdsUid, on)
  facts.unsure = null
  world.acknowledged.favourites += 1
}

const buy = async (world: World, facts: Facts): Promise<void> => {
  const token = facts.accessToken
  const passCnt = 1 + Math.floor(world.random() * 3)
  const wanted = { gdsDtlUid: world.gdsDtlUid, passCnt }
  const quoted = await retryUntilAnswered(world, {
    method: 'POST',
    path: '/pass/buyPassPayInfo',
    body: wanted,
    token,
    key: randomUUID(),
  })
  const body = { quoteUid: quoted.data?.quoteUid, method: 'overseas_card', agreeYn: 'Y' }
  const bought = await retryUntilAnswered(world, {
    method: 'POST',
    path: '/pass/buyPass',
    body,
    token,
    key: randomUUID(),
  })
  if (bought.code !== '200' || !bought.data) throw new Error(`an order was refused: ${bought.code}`)
  const ordUid = String(bought.data.ordUid)
  facts.orders.set(ordUid, { state: String(bought.data.state), passCnt })
  world.acknowledged.orders += 1
  const choice = world.random() < 0.5 ? 'approve' : pick(world, CHOICES)
  const page = new URLSearchParams({ choice })
  const pressed = await fetch(String(bought.data.payUrl), { method: 'POST', body: page, redirect: 'manual' })
  await pressed.text()
  const back = pressed.headers.get('location')
  // The browser returns once; a server that was just killed misses that return.
  if (back)
    await sendRequest(world, {
      method: 'GET',
      path: new URL(back).pathname.slice('/api/v1'.length) + new URL(back).search,
    })
  const response = await sendRequest(world, { method: 'GET', path: `/pass/order/${ordUid}`, token })
  if (response?.code !== '200' || !response.data) return
  facts.orders.set(ordUid, { state: String(response.data.state), passCnt })
  if (response.data.state !== 'paid') return
  world.acknowledged.paid += 1
  if (world.random() < 0.7) await giveBack(world, facts, ordUid)
}

/** Requests a refund of all passes of an order, or of one of them. */
const giveBack = async (world: World, facts: Facts, ordUid: string): Promise<void> => {
  const token = facts.accessToken
  const { data } = await retryUntilAnswered(world, { method: 'GET', path: '/mypage/myPass/list', token })
  const held = (data?.list as { ordUid: string; passUid: string }[] | undefined) ?? []
  const one = held.filter((pass) => pass.ordUid === ordUid).slice(0, 1)
  const named = world.random() < 0.5 ? { passUids: one.map(({ passUid }) => passUid) } : {}
  const body = { rsvtUid: ordUid, whyCd: 'plans_changed', ...named }
  const refundRequest = await retryUntilAnswered(world, {
    method: 'PATCH',
    path: '/mypage/refundPass',
    body,
    token,
    key: randomUUID(),
  })
  if (refundRequest.code !== '200' || !refundRequest.data)
    throw new Error(`a refund was refused: ${refundRequest.code}`)
  facts.refunds.add(String(refundRequest.data.refundUid))
  world.acknowledged.refunds += 1
}

/** Signs up, marks favourites and buys until `leaving`; appends what was acknowledged to `all`. */
export const visit = async (world: World, all: Facts[]): Promise<void> => {
  while (!world.leaving()) {
    const facts = await signUp(world)
    if (!facts) continue
    all.push(facts)
    const actions = 3 + Math.floor(world.random() * 8)
    for (let nth = 0; nth < actions && !world.leaving(); nth += 1)
      await (world.random() < 0.6 ? mark(world, facts) : buy(world, facts))
  }
}
