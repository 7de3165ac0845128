import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { openServer, type Server } from './server.ts'
import { sendRequest, type Facts, visit, type World } from './visitor.ts'

const VISITORS = 4
/** A kill falls after up to so many answers, then up to so long after the last one: on a slow machine work is under way too. */
const REPLIES_MAX = 80
const LAST_MAX_MS = 100
/** Every fourth kill is followed by a start that is killed halfway. */
const STARTING_EVERY = 4
const START_MAX_MS = 1_200
const SETTLED_WITHIN_MS = 90_000

/** Returns a pseudo-random generator whose sequence depends on the seed alone. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns the `list` of an answer; throws when there is none. */
const listOf = <T>(reply: Awaited<ReturnType<typeof sendRequest>>): T[] => {
  if (!Array.isArray(reply?.data?.list)) throw new Error(`no list: ${reply?.code}`)
  return reply.data.list as T[]
}

/** Returns what was acknowledged to a visitor and is lost, one line each. */
const lostFacts = async (world: World, facts: Facts): Promise<string[]> => {
  const token = facts.accessToken
  const who = facts.memberId
  const me = await sendRequest(world, { method: 'GET', path: '/mypage/myPage', token })
  if (me?.code !== '200') return [`member ${who}: ${me?.code}`]
  const wrong: string[] = []
  const liked = await sendRequest(world, { method: 'GET', path: '/mypage/myAttraction/list', token })
  const favourites = new Set(listOf<{ gdsUid: string }>(liked).map(({ gdsUid }) => gdsUid))
  for (const [gdsUid, on] of facts.favourites)
    if (gdsUid !== facts.unsure && favourites.has(gdsUid) !== on) wrong.push(`favourite ${gdsUid} of ${who}`)
  const passes = await sendRequest(world, { method: 'GET', path: '/mypage/myPass/list', token })
  const held = listOf<{ ordUid: string }>(passes)
  for (const [ordUid, { state, passCnt }] of facts.orders) {
    const order = await sendRequest(world, { method: 'GET', path: `/pass/order/${ordUid}`, token })
    if (order?.code !== '200') wrong.push(`order ${ordUid}: ${order?.code}`)
    if (state !== 'paid') continue
    const count = held.filter((pass) => pass.ordUid === ordUid).length
    if (order?.data?.state !== 'paid' || count !== passCnt) wrong.push(`order ${ordUid} was paid, has ${count} passes`)
  }
  return wrong
}

/** Waits until no payment is pending: each authorised payment was captured or released. */
const waitForSettlement = async (server: Server): Promise<void> => {
  const until = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { payments } = await server.book()
    const open = payments.filter(
      ({ state, lateAt }) => state === 'authorised' || (state === 'ready' && lateAt !== null),
    )
    if (open.length === 0) break
    if (Date.now() > until) throw new Error(`${open.length} payments were never settled`)
    await wait(200)
  }
}

/** Waits until all refunds of a visitor are completed. */
const waitForRefunds = async (world: World, { accessToken: token, refunds }: Facts): Promise<void> => {
  const until = Date.now() + SETTLED_WITHIN_MS
  for (const refundUid of refunds)
    for (;;) {
      const reply = await sendRequest(world, { method: 'GET', path: '/mypage/refund/list?pageSize=50', token })
      const state = listOf<{ refundUid: string; state: string }>(reply).find(
        (one) => one.refundUid === refundUid,
      )?.state
      if (state === 'completed') break
      if (state !== 'requested' || Date.now() > until) throw new Error(`a refund is ${state}`)
      await wait(200)
    }
}

/** Compares the gateway's ledger with the orders and passes in the database; the server must be stopped. */
const compare = async (server: Server): Promise<string[]> => {
  const { payments, lines } = await server.book()
  const connected = await connect({ databaseUrl: null, dataDir: server.dataDir }, pino({ level: 'silent' }))
  try {
    const orders = await connected.db.select().from(orderTable)
    const passes = await connected.db.select().from(passTable)
    const wrong: string[] = []
    for (const order of orders) {
      const keptKrw = lines
        .filter(({ key }) => key === order.paymentKey)
        .reduce((sum, { what, amount }) => sum + (what === 'paid' ? amount : what === 'refunded' ? -amount : 0), 0)
      const isReturned = lines.some(({ key, what }) => key === order.paymentKey && what === 'refunded')
      if (isReturned && order.refunded === 0) wrong.push(`order ${order.ordUid}: a refund is not recorded`)
      const issued = passes.filter(({ ordUid }) => ordUid === order.ordUid).length
      const isPaid = order.state === 'paid'
      if (keptKrw !== (isPaid ? order.amount - order.refunded : 0) || issued !== (isPaid ? order.passCnt : 0))
        wrong.push(`order ${order.ordUid} is ${order.state}: the gateway keeps ${keptKrw}, ${issued} passes`)
      const voided = passes.filter(({ ordUid, voided: why }) => ordUid === order.ordUid && why === 'refund').length
      const back = order.state === 'refunded' ? order.amount : (order.amount / order.passCnt) * voided
      if (order.refunded !== back)
        wrong.push(`order ${order.ordUid}: ${order.refunded} won are back for ${voided} passes`)
    }
    const paymentKeys = new Set(orders.map(({ paymentKey }) => paymentKey))
    for (const { key } of payments) if (!paymentKeys.has(key)) wrong.push(`payment ${key} has no order`)
    return wrong
  } finally {
    await connected.close()
  }
}

/**
 * Kills the server with SIGKILL `rounds` times while visitors sign up, mark favourites, buy and request refunds, and
 * restarts it each time. After each restart, checks that everything acknowledged is there; at the end, that the ledger
 * and the orders agree. Returns the faults in `wrong`.
 */
export const killAndCompare = async (options: { rounds: number; seed: number }) => {
  const server = await openServer()
  try {
    await server.start()
    return await runKills(server, options)
  } finally {
    await server.kill()
    await server.remove()
  }
}

const openWorld = async (server: Server, random: () => number) => {
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

const runKills = async (server: Server, { rounds, seed }: { rounds: number; seed: number }) => {
  const random = randomFrom(seed)
  const world = await openWorld(server, random)
  let leaving = false
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  world.leaving = () => leaving
  world.up = () => gate.promise

  const all: Facts[] = []
  const wrong: string[] = []
  const visitors = Promise.all(Array.from({ length: VISITORS }, () => visit(world, all)))
  // Report a visitor's error as a fault in place of an unhandled rejection between two kills.
  visitors.catch((error: unknown) => wrong.push(String(error)))
  let checked = 0
  for (let round = 1; round <= rounds && wrong.length === 0; round += 1) {
    const replies = world.replies + random() * REPLIES_MAX
    while (world.replies < replies && wrong.length === 0) await wait(5)
    await wait(random() * LAST_MAX_MS)
    gate = Promise.withResolvers()
    await server.kill()
    if (round % STARTING_EVERY === 0) {
      server.spawn()
      await wait(random() * START_MAX_MS)
      await server.kill()
    }
    await server.start()
    // The visitors of this round, and one earlier visitor.
    const recent = all.slice(Math.max(0, checked - VISITORS))
    const earlierFacts = all[Math.floor(random() * all.length)]
    for (const facts of new Set([...recent, ...(earlierFacts ? [earlierFacts] : [])]))
      wrong.push(...(await lostFacts(world, facts)))
    checked = all.length
    gate.resolve()
  }
  leaving = true
  gate.resolve()
  await visitors
  await waitForSettlement(server)
  await Promise.all(all.map((facts) => waitForRefunds(world, facts)))
  for (const facts of all) wrong.push(...(await lostFacts(world, facts)))
  await server.kill()
  wrong.push(...(await compare(server)))
  return { wrong, acknowledged: world.acknowledged }
}
