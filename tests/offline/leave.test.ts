import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { idbOf } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { dbOf, waitForEmptyOutbox, waitForFirstPulls, openWithPeer, person, shownFavourites } from './setup.ts'

/**
 * The browser may freeze a left page in the back/forward cache: an open transaction would block other pages until the
 * visitor returns.
 */

/** Begins a transaction over all tables that never ends by itself. */
const writeForEver = async (tab: Tab): Promise<{ ended: Promise<string> }> => {
  const db = dbOf(tab)
  let onBegin: () => void = () => undefined
  const writing = new Promise<void>((resolve) => {
    onBegin = resolve
  })
  const ended = db
    .transaction('rw', db.tables, async () => {
      onBegin()
      for (;;) await db.favourites.put({ gdsUid: 'tower', at: 1 })
    })
    .catch((error: unknown) => (error as Error).name)
  await writing
  return { ended }
}

const twoPages = async () => {
  const world = openWithPeer()
  const [leftPage, next] = [await world.browser.tab(), await world.browser.tab()]
  await person(leftPage).signIn('mina')
  await waitUntil(() => next.runtime.session.state.get().state === 'member')
  await waitForFirstPulls(leftPage)
  return { ...world, left: leftPage, next }
}

test('the transactions of a page that is left end, so that the next page reads and writes (S23)', async () => {
  const { left: leftPage, next } = await twoPages()
  const { ended } = await writeForEver(leftPage)
  leftPage.fire('pagehide')
  expect(await ended).toBe(Dexie.errnames.Abort)
  await person(next).favourite('temple', true)
  await waitForEmptyOutbox(next)
  expect(await shownFavourites(next)).toEqual(['temple'])
})

test('no transaction begins in a page that is left, and going back reloads it (S23)', async () => {
  const { left: leftPage } = await twoPages()
  leftPage.fire('pagehide')
  await expect(dbOf(leftPage).favourites.put({ gdsUid: 'tower', at: 1 })).rejects.toThrow()
  expect(leftPage.runtime.storage.status.get()).toEqual({ state: 'ok', evicted: false })
  for (const event of ['resume', 'visible', 'pageshow'] as const) leftPage.fire(event)
  expect(leftPage.reloadCount).toBe(1)
  await expect(dbOf(leftPage).favourites.put({ gdsUid: 'tower', at: 1 })).rejects.toThrow()
})

test('a page without a running transaction when it was left goes on after going back (S23)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const db = new MemberDb('hp-member', idb)
  await db.favourites.put({ gdsUid: 'tower', at: 1 })
  idb.transactions.abortAll()
  expect(idb.transactions.resume()).toBe(false)
  await db.favourites.put({ gdsUid: 'temple', at: 2 })
  expect(await db.favourites.count()).toBe(2)
  db.close()
})
