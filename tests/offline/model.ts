import { expect } from 'vitest'
import { cancelGift, receiveGift, refuseGift, sendGift } from '#data/gifts.ts'
import { markRead } from '#data/news.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { projectNews } from '#sync/mirror/project.ts'
import { createTestClock, START, type TestClock } from '../harness/clock.ts'
import { answer, createNetwork } from '../harness/network.ts'
import { createBrowser, waitUntil, type BrowserOptions, type Tab } from '../harness/tabs.ts'
import * as ledgers from './ledger.ts'
import { dbOf, giftsOn, person, rowsOf, shownFavourites } from './setup.ts'
import { MEMBERS, type ServerSide, type Who } from './serverSide.ts'
import type { Step } from './steps.ts'

const FAULTS = {
  drop: 'drop',
  lose: 'lose',
  twice: 'twice',
  trouble: async () => answer(500, 'E_INTERNAL'),
  busy: async () => answer(429, 'E_THROTTLED', null, { 'retry-after': '5' }),
} as const
/** Generous, for a busy machine. */
const PATIENCE_MS = 60_000
/** Each 20 s apart: what still waits after these hours will never be sent. */
const LOOKS = 600
/** All writes of an outbox. */
const WRITES = /^(?:POST|PATCH|DELETE) \/(?:attraction|inquiry|mypage\/gift|newsfeed)/

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export interface Scene {
  side: (clock: TestClock) => Promise<ServerSide>
  /** Instant at which the clock starts. */
  start?: number
  createRuntime?: BrowserOptions['createRuntime']
}

/** One phone, its tabs, and the members who use it in turn. */
const open = async ({ side: make, start = START, createRuntime }: Scene) => {
  const clock = createTestClock(start)
  const side = await make(clock)
  const network = createNetwork(side.handler)
  const browser = createBrowser({ network, clock, ...(createRuntime && { createRuntime }) })
  const ledger = ledgers.createLedger()
  const all: Tab[] = []
  const newTab = async () => {
    const tab = await browser.tab()
    all.push(tab)
    return tab
  }
  const world = { clock, side, network, browser, ledger, all, tab: await newTab(), member: null as Who | null }
  let onTheWay: (() => Promise<Response>)[] = []
  let wordCount = 0
  return Object.assign(world, {
    newTab,
    word: () => `word ${(wordCount += 1)}`,
    /** Keeps a request whose answer the phone no longer awaits until `arrive` delivers it. */
    late: async (_request: Request, pass: () => Promise<Response>): Promise<Response> => {
      onTheWay.push(pass)
      throw new TypeError('Failed to fetch')
    },
    arrive: async () => {
      const arriving = onTheWay
      onTheWay = []
      for (const pass of arriving) await pass()
    },
    /** Waits until no request is under way for a while. */
    rest: async () => {
      for (let quiet = 0, turnsLeft = 2_000; quiet < 10 && turnsLeft > 0; turnsLeft -= 1) {
        await turns(1)
        quiet = network.underWay() === 0 ? quiet + 1 : 0
      }
    },
    /** Advances the clock until the work is done. */
    passing: async <T>(work: Promise<T>): Promise<T> => {
      let over = false
      const outcome = work.finally(() => {
        over = true
      })
      await waitUntil(
        () => {
          if (!over) clock.advance(1_000)
          return over
        },
        'the end of a sign-out',
        PATIENCE_MS,
      )
      return outcome
    },
  })
}
type World = Awaited<ReturnType<typeof open>>

const signOut = async (world: World, queue: 'keep' | 'send' | 'discard') => {
  const { member, tab, ledger } = world
  if (member === null) return
  if (queue === 'discard') ledgers.discard(ledger, member, await rowsOf(tab))
  const { ok } = await world.passing(person(tab).signOut(queue))
  if (ok) world.member = null
  expect(ok || queue === 'send', 'signed out').toBe(true)
}

const signIn = async (world: World, who: Who) => {
  await signOut(world, 'keep')
  const { side, tab } = world
  world.member = (await side.signIn(tab, who)) ? who : null
  if (world.member === null) return
  const owners = new Set((await rowsOf(tab)).map(({ owner }) => owner))
  expect([...owners], 'nobody sees another’s queue').toEqual(owners.size === 0 ? [] : [side.idOf(who)])
}

const pick = <T>(values: readonly T[], number: number): T | undefined => values[number % values.length]
const otherMember = (who: Who): Who => (who === 'anna' ? 'bob' : 'anna')

/** Takes a step of the signed-in member, `author`. */
const act = async (world: World, now: Step, author: Who): Promise<void> => {
  const { tab, side, ledger } = world
  const { giftServer } = side
  replaceRuntime(tab.runtime)
  if ((await rowsOf(tab)).some(({ asks }) => asks !== null)) await world.arrive()
  if (now.do === 'wish') {
    const uid = pick(side.places, now.place) ?? ''
    if (!(await person(tab).favourite(uid, now.on)).ok) return
    const mine = ledger.favourites.get(author)
    if (mine?.get(uid) !== 'either') mine?.set(uid, now.on)
    // A refusal may come at once, which removes the wish from the screen.
    if (uid !== side.places.at(-1)) expect((await shownFavourites(tab)).includes(uid), 'read your writes').toBe(now.on)
  }
  if (!giftServer) return
  const gifts = await giftsOn(tab)
  if (now.do === 'give') {
    const passUid = pick((await dbOf(tab).passes.toArray()).map((row) => row.passUid).toSorted(), now.pass)
    if (passUid === undefined) return
    const message = world.word()
    ledger.giftWishes.set(message, { who: author, passUid })
    const id = now.toNobody ? 'nobody@mail.example' : giftServer.email(otherMember(author))
    if (!(await sendGift({ passUid, id, message })).ok) return
    ledger.passWishes.set(`${author} ${passUid}`, { is: 'given', messages: [message] })
    const all = (await giftsOn(tab)).sent.map((gift) => gift.message)
    expect(all, 'read your writes').toContain(message)
  }
  if (now.do === 'take back') {
    const open = gifts.sent.filter(({ state }) => state === 'queued' || state === 'sent')
    const gift = pick(open, now.gift)
    if (!gift) return
    const { passUid } = gift
    // A gift that waits is cancelled together with all waiting gifts of its pass.
    const all = 'giftUid' in gift ? [gift] : open.filter((one) => one.state === 'queued' && one.passUid === passUid)
    const messages = all.map(({ message }) => message)
    for (const message of messages) ledger.ends.add(`${message} cancelled`)
    if ((await cancelGift({ passUid, giftUid: 'giftUid' in gift ? gift.giftUid : null })).ok)
      ledger.passWishes.set(`${author} ${passUid}`, { is: 'taken back', messages })
  }
  if (now.do === 'answer') {
    const gift = pick(
      gifts.received.filter(({ state }) => state === 'sent'),
      now.gift,
    )
    if (!gift) return
    const { giftUid, message } = gift
    ledger.ends.add(`${message} ${now.end}`)
    const { ok } = await (now.end === 'accepted' ? receiveGift(giftUid) : refuseGift(giftUid))
    if (ok) ledger.giftAnswers.set(giftUid, { who: author, message })
  }
  if (now.do === 'read') {
    const db = dbOf(tab)
    const unread = projectNews(await db.newsfeed.toArray(), await rowsOf(tab)).filter(({ readYn }) => readYn === 'N')
    const uids = unread.map(({ newsUid }) => newsUid)
    if (uids.length > 0 && (await markRead(uids)).ok) for (const uid of uids) ledger.read.get(author)?.add(uid)
  }
}

/** Takes a step that anybody may take, or lets something happen to the phone. */
const happen = async (world: World, now: Step): Promise<void> => {
  const { clock, network, side, ledger } = world
  if (now.do === 'inquire') {
    const content = now.short ? 'Hm?' : `Where is the desk? ${world.word()}`
    const written = await person(world.tab).inquire(content)
    if (written.ok) ledger.inquiries.set(written.data.id, { author: world.member, content })
  }
  if (now.do === 'fault') network.fault(WRITES, now.fault === 'late' ? world.late : FAULTS[now.fault])
  if (now.do === 'arrive') await world.arrive()
  if (now.do === 'rest') await world.rest()
  if (now.do === 'clock') clock.set(clock.wall() + now.ms)
  if (now.do === 'line') network.down(now.down)
  if (now.do === 'wait') clock.advance(now.ms)
  if (now.do === 'expire') {
    // Deliver pending requests: none is under way for half a day.
    await world.arrive()
    side.expire()
  }
  if (now.do === 'look') void world.tab.runtime.pulls.pullChanges(true)
  if (now.do === 'sign in' && now.as !== world.member) await signIn(world, now.as)
  if (now.do === 'sign out') await signOut(world, now.queue)
  if (now.do === 'crash') world.browser.close()
  if (now.do === 'kill') world.tab.kill()
  if (now.do === 'freeze') {
    world.tab.freeze()
    ledger.hadFrozenTab = true
  }
  if (now.do === 'thaw') for (const each of world.all) each.thaw()
  if (now.do === 'crash' || now.do === 'kill' || now.do === 'freeze') world.tab = await world.newTab()
  const { giftServer } = side
  if (now.do === 'tell') await giftServer?.tell(now.who)
  if (now.do === 'elsewhere' && giftServer) {
    const direction = now.end === 'cancelled' ? 'sent' : 'received'
    const gift = (await giftServer.gifts(now.who)).find(({ state, type }) => state === 'sent' && type === direction)
    if (!gift) return
    ledger.ends.add(`${gift.message} ${now.end}`)
    await giftServer.end(now.who, gift.giftUid, now.end)
  }
}

/** Checks that the mirror of the signed-in member has what the server has. */
const checkMirror = async ({ tab, side, ledger }: World, who: Who) => {
  expect(await shownFavourites(tab), 'convergence').toEqual((await side.favourites(who)).toSorted())
  const db = dbOf(tab)
  const mine = [...ledger.inquiries].filter(([id, { author }]) => author === who && !ledger.discarded.has(id))
  const accepted = mine.filter(([, { content }]) => content !== 'Hm?').map(([id]) => id)
  expect((await db.inquiries.toArray()).map(({ id }) => id)).toEqual(expect.arrayContaining(accepted))
  const { giftServer } = side
  if (!giftServer) return
  const plain = (list: { giftUid: string; state: string }[]) =>
    list.map((one) => `${one.giftUid} ${one.state}`).toSorted()
  expect(plain(await db.gifts.toArray()), 'convergence: gifts').toEqual(plain(await giftServer.gifts(who)))
  const passes = (await db.passes.toArray()).map(({ passUid }) => passUid)
  expect(passes.toSorted(), 'convergence: passes').toEqual((await giftServer.passes(who)).toSorted())
  const read = (list: { newsUid: string; readYn: string }[]) =>
    list.map((one) => `${one.newsUid} ${one.readYn}`).toSorted()
  expect(read(await db.newsfeed.toArray()), 'convergence: news').toEqual(read(await giftServer.news(who)))
}

/** Signs a member in, and waits until all actions are sent or refused. Sends actions that ask, too. */
const finish = async (world: World, who: Who) => {
  const { clock } = world
  const isOnThisPhone = async () => {
    // A busy server refuses the sign-in, which is then retried.
    if (world.member !== who) await signIn(world, who)
    return world.member === who
  }
  await waitUntil(isOnThisPhone, `${who}, signed in again`, PATIENCE_MS)
  const { tab } = world
  const sent = async () => {
    clock.advance(20_000)
    tab.fire('online')
    await world.rest()
    const device = (await tab.runtime.storage.device()?.outbox.toArray()) ?? []
    const rows = await rowsOf(tab)
    for (const { id, asks } of rows) if (asks !== null) await tab.runtime.memberOutbox()?.sendAnyway(id)
    return [...device, ...rows].every(({ refused }) => refused !== null)
  }
  for (let looks = 0; looks < LOOKS; looks += 1) if (await sent()) return
  const unsent = (await rowsOf(tab)).map(({ command, lane, attempts }) => `${command} ${lane} ${attempts}`)
  throw new Error(`${who}’s outbox is stuck: ${unsent.join(', ')}`)
}

/** Runs one history, then goes online and checks that the server has each member's last wish for each thing. */
export const runHistory = async (steps: readonly Step[], scene: Scene): Promise<{ end: number }> => {
  const world = await open(scene)
  const { clock, network, side, ledger } = world
  await signIn(world, 'anna')
  if (side.giftServer) await world.rest()
  for (const [index, now] of steps.entries()) {
    if (world.member !== null) await act(world, now, world.member)
    await happen(world, now)
    await turns((index * 7) % 23)
  }
  network.down(false)
  await finish(world, otherMember(world.member ?? 'bob'))
  // Frozen tabs resume with their old answers.
  for (const each of world.all) each.thaw()
  await finish(world, otherMember(world.member ?? 'bob'))
  await world.rest()
  await world.arrive()
  const rows = new Map<Who, Awaited<ReturnType<typeof rowsOf>>>()
  for (const who of MEMBERS) {
    await finish(world, who)
    const { pulls, storage } = world.tab.runtime
    // The first round may have been under way already.
    await pulls.pullChanges(true)
    await waitUntil(async () => (await pulls.pullChanges(true)).ok, 'an answered pull', PATIENCE_MS)
    rows.set(who, [...(await rowsOf(world.tab)), ...((await storage.device()?.outbox.toArray()) ?? [])])
    await ledgers.checkFavourites(side, ledger, who, rows.get(who) ?? [])
    await checkMirror(world, who)
    if (side.giftServer) await ledgers.checkNews(side.giftServer, ledger, who)
  }
  await ledgers.checkInquiries(side, ledger, [...rows.values()].flat())
  const passOf = side.giftServer ? await ledgers.checkGifts(side.giftServer, ledger, rows) : new Map<string, string>()
  ledgers.checkTraffic(side, ledger, network.receivedRequests, passOf)
  expect(world.all.flatMap(({ reportedErrors }) => reportedErrors)).toEqual([])
  world.browser.close()
  return { end: clock.monotonic() }
}
