import { IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { idbOf } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import { memberDbName } from '#db/names.ts'
import type { Browser } from '../harness/tabs.ts'
import {
  disk,
  openSignedIn,
  openWithPeer,
  person,
  shownFavourites,
  stateOf,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

/** Sign-outs that could not delete the mirror. */

test('a sign-out that was interrupted is finished at the next start (S8)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  const device = tab.runtime.storage.device()
  await device?.keep('wipes', [{ dbName: memberDbName('mina'), keepOutbox: false }])
  await device?.kept.delete('session')
  browser.close()
  network.down(true)
  await browser.tab()
  expect(Object.values(await disk(browser, 'mina')).flat()).toEqual([])
})

/** Holds a member's database as a page does that was frozen during a transaction; returns a function that ends it. */
const hold = async (browser: Browser, memberId: string) => {
  if (!browser.idb) throw new Error('no storage')
  const db = new MemberDb(memberDbName(memberId), idbOf(browser.idb, IDBKeyRange))
  await db.open()
  const transaction = db.backendDB().transaction(
    db.tables.map(({ name }) => name),
    'readwrite',
  )
  const store = transaction.objectStore('kept')
  const ended = new Promise((resolve) => transaction.addEventListener('complete', resolve))
  let isHeld = true
  const prolong = () => {
    if (isHeld) store.count().addEventListener('success', prolong)
  }
  prolong()
  return async () => {
    isHeld = false
    await ended
    db.close()
  }
}

test('a mirror that another page holds during the sign-out is deleted at the next start (S8)', async () => {
  const { browser, tab } = await openSignedIn()
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  const release = await hold(browser, 'mina')
  expect(await person(tab).signOut('discard')).toEqual({ ok: true, data: null })
  expect(stateOf(tab)).toBe('anonymous')
  await release()
  browser.close()
  const next = await browser.tab()
  expect(Object.values(await disk(browser, 'mina')).flat()).toEqual([])
  expect((await next.runtime.storage.device()?.read('wipes')) ?? []).toEqual([])
})

test.each([true, false])(
  'a sign-out that could not delete takes nothing from the next sign-in of the member, while the page holds it: %s (S8)',
  async (isHeld) => {
    const { browser, tab } = await openSignedIn()
    const release = await hold(browser, 'mina')
    await person(tab).signOut('discard')
    if (!isHeld) await release()
    await person(tab).signIn('mina')
    if (isHeld) await release()
    browser.close()
    const next = await browser.tab()
    await waitForFirstPulls(next)
    await person(next).favourite('tower', true)
    await waitForEmptyOutbox(next)
    browser.close()
    const last = await browser.tab()
    expect(stateOf(last)).toBe('member')
    expect(await shownFavourites(last)).toEqual(['tower'])
  },
)
