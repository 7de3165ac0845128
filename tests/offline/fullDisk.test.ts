import { afterEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../harness/tabs.ts'
import { fill } from './failingStorage.ts'
import { dbOf, openSignedIn, person, rowsOf, stateOf, waitForEmptyOutbox } from './setup.ts'

/** Wishes that find no room on the disk, while an earlier one of their lane waits. */

afterEach(() => vi.restoreAllMocks())

/** Mina with a favourite that waits, tried `attempts` times, on a disk that is full. Returns how to make room. */
const openWithWaitingFavourite = async (attempts: number) => {
  const opened = await openSignedIn()
  const { network, tab } = opened
  network.down(true)
  await tab.runtime.online.probe()
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: 'queued' })
  await dbOf(tab).outbox.toCollection().modify({ attempts })
  const makeRoom = fill(tab)
  const reconnect = async () => {
    network.down(false)
    await tab.runtime.online.probe()
    await tab.runtime.memberOutbox()?.flush()
  }
  return { ...opened, makeRoom, reconnect }
}

test('a wish that is sent at once on a full disk takes the place of the one that waits (P4, O4, O11, O16)', async () => {
  const { peer, tab, makeRoom, reconnect } = await openWithWaitingFavourite(0)
  // Offline the new wish can be neither stored nor sent: the earlier one stays.
  expect(await person(tab).favourite('tower', false)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await rowsOf(tab)).toHaveLength(1)
  await reconnect()
  expect(peer.effects).toEqual([])
  expect(await person(tab).favourite('tower', false)).toEqual({ ok: true, data: 'sent' })
  makeRoom()
  tab.fire('visible')
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['off tower'])
})

test('a wish on a full disk does not overtake one that may have had its effect (P4, O5, O11, O16)', async () => {
  const { peer, tab, makeRoom, reconnect } = await openWithWaitingFavourite(1)
  await reconnect()
  expect(await person(tab).favourite('tower', false)).toEqual({ ok: false, code: 'STORAGE' })
  expect(peer.effects).toEqual([])
  expect(await person(tab).favourite('temple', true)).toEqual({ ok: true, data: 'sent' })
  makeRoom()
  tab.fire('visible')
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on temple', 'on tower'])
})

test('a wish on a full disk keeps the earlier one while the session is locked, because neither can be sent (P2, S4, O11)', async () => {
  const { network, peer, tab, makeRoom } = await openWithWaitingFavourite(0)
  peer.expire(true)
  network.down(false)
  await tab.runtime.online.probe()
  await tab.runtime.pulls.pullChanges(true)
  await waitUntil(() => stateOf(tab) === 'locked')
  expect(await person(tab).favourite('tower', false)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await rowsOf(tab)).toHaveLength(1)
  expect(await person(tab).favourite('temple', true)).toEqual({ ok: false, code: 'STORAGE' })
  makeRoom()
  await person(tab).signIn('mina')
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
})
