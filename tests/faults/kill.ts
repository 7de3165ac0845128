import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { compareLedger, waitForSettlement } from './ledger.ts'
import { openServer, type Server } from './server.ts'
import { listOf, openWorld, sendRequest, type Facts, visit, type World } from './visitor.ts'

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
  await waitForSettlement(server.book)
  await Promise.all(all.map((facts) => waitForRefunds(world, facts)))
  for (const facts of all) wrong.push(...(await lostFacts(world, facts)))
  await server.kill()
  const book = await server.book()
  const connected = await connect({ databaseUrl: null, dataDir: server.dataDir }, pino({ level: 'silent' }))
  try {
    wrong.push(...(await compareLedger(book, connected.db)))
  } finally {
    await connected.close()
  }
  return { wrong, acknowledged: world.acknowledged }
}
