import { IDBKeyRange } from 'fake-indexeddb'
import { signIn, signOut } from '#data/signIn.ts'
import { setFavourite } from '#data/favourites.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { idbOf } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import { memberDbName } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import { projectFavourites } from '#sync/mirror/project.ts'
import { projectGifts } from '#sync/mirror/projectGifts.ts'
import { createTestClock } from '../harness/clock.ts'
import { createNetwork } from '../harness/network.ts'
import { createBrowser, waitUntil, type Browser, type BrowserOptions, type Tab } from '../harness/tabs.ts'
import { createPeer } from './peer.ts'

/** Opens a browser against an in-memory server, on one clock; the server's is ahead by `aheadMs`. */
export const openWithPeer = ({
  aheadMs = 0,
  ...options
}: Pick<BrowserOptions, 'isStorageRefused' | 'locks' | 'createRuntime'> & { aheadMs?: number } = {}) => {
  const clock = createTestClock()
  const peer = createPeer(() => clock.wall() + aheadMs)
  const network = createNetwork((request) => peer.handler(request))
  return { clock, peer, network, browser: createBrowser({ network, clock, ...options }) }
}

/** What a person does in one tab, through the functions that screens call. */
export const person = (tab: Tab) => {
  const as = <T>(act: () => Promise<T>): Promise<T> => {
    replaceRuntime(tab.runtime)
    return act()
  }
  return {
    signIn: (id: string, keep = true) => as(() => signIn({ id, password: 'right', keep, rememberId: false })),
    signOut: (keepQueue?: 'send' | 'keep' | 'discard') => as(() => signOut(keepQueue ? { keepQueue } : {})),
    favourite: (gdsUid: string, on: boolean) => as(() => setFavourite(gdsUid, on)),
    inquire: (content: string) => as(() => writeInquiry({ email: 'mina@example.com', content })),
  }
}

/** Mina, signed in and then offline. */
export const openOffline = async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  opened.network.down(true)
  await tab.runtime.online.probe()
  return { ...opened, tab, mina }
}

/** The fields of an outbox row that no attempt has changed yet. */
export const UNTRIED = {
  attempts: 0,
  nextAt: 0,
  wait: 0,
  lost: false,
  triedAt: null,
  writtenAt: 0,
  unknown: 0,
  refused: null,
  asks: null,
  allowed: false,
} as const

/** Returns the open member database of a tab; throws if nobody is signed in. */
export const dbOf = (tab: Tab): MemberDb => {
  const sessionState = tab.runtime.session.state.get()
  if (!('home' in sessionState) || !sessionState.home) throw new Error('nobody is here')
  return sessionState.home.db
}
export const rowsOf = (tab: Tab): Promise<OutboxRow[]> => dbOf(tab).outbox.orderBy('seq').toArray()

/** The favourites that screens show, from one read transaction. */
export const shownFavourites = async (tab: Tab): Promise<string[]> => {
  const db = dbOf(tab)
  const { list } = await db.transaction('r', [db.favourites, db.outbox], async () =>
    projectFavourites(
      await db.favourites.toArray(),
      await db.outbox.orderBy('seq').toArray(),
      tab.runtime.platform.wall(),
    ),
  )
  return list.map(({ gdsUid }) => gdsUid).toSorted()
}

/** Gifts as screens show them, from one read transaction. */
export const giftsOn = (tab: Tab) => {
  const db = dbOf(tab)
  return db.transaction('r', [db.gifts, db.outbox, db.passes], async () =>
    projectGifts(
      await db.gifts.toArray(),
      await db.outbox.orderBy('seq').toArray(),
      await db.passes.toArray(),
      tab.runtime.platform.wall(),
    ),
  )
}

/** Waits until this phone has drawn a code of the pass. */
export const waitForCode = (tab: Tab, passUid: string) =>
  waitUntil(async () => (await dbOf(tab).drawn.get(passUid)) !== undefined, 'a drawn code')

export const waitForEmptyOutbox = (tab: Tab) =>
  waitUntil(async () => (await rowsOf(tab)).length === 0, 'an empty outbox')

/** Waits until the pulls of a sign-in are done. */
export const waitForFirstPulls = (tab: Tab) =>
  waitUntil(
    async () =>
      (await dbOf(tab).stamps.where('key').anyOf('passes', 'favourites', 'inquiries', 'profile').count()) === 4,
  )

/** Goes back online and tells the tab, as a browser does. */
export const reconnect = (network: ReturnType<typeof createNetwork>, tab: Tab) => {
  network.down(false)
  tab.fire('online')
}

/** Mina, signed in, with the pulls of the sign-in done. */
export const openSignedIn = async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  return { ...opened, tab }
}

/** Returns the state of a tab's session. */
export const stateOf = (tab: Tab) => tab.runtime.session.state.get().state

/** Returns the state of a tab's session, and the member where there is one. */
export const ownerOf = (tab: Tab) => {
  const current = tab.runtime.session.state.get()
  return 'memberId' in current ? `${current.state} ${current.memberId}` : current.state
}

/** Reads all rows of a member's database, whoever is signed in. */
export const disk = async (browser: Browser, memberId: string) => {
  if (!browser.idb) throw new Error('no storage')
  const db = new MemberDb(memberDbName(memberId), idbOf(browser.idb, IDBKeyRange))
  const rows = await Promise.all(
    db.tables.map(async (table) => [table.name, (await table.toArray()) as unknown[]] as const),
  )
  db.close()
  return Object.fromEntries(rows)
}

/** Returns the error of a write to a full disk. */
export const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' })
