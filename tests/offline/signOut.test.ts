import { expect, test } from 'vitest'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer, person, UNTRIED } from './setup.ts'

/** Sessions and queued sign-outs of the release before end tokens. */

test('a session of the release before end tokens gets an end token at the next start (S13)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  const device = tab.runtime.storage.device()
  const pointer = await device?.read('session')
  if (!device || !pointer) throw new Error('nobody is signed in')
  const { endToken: _, ...released } = pointer
  await device.keep('session', released)
  browser.close()
  const next = await browser.tab()
  await waitUntil(async () => (await next.runtime.storage.device()?.read('session'))?.endToken === 'e.mina')
  expect(next.runtime.session.state.get().state).toBe('member')
})

test('a sign-out that the release before end tokens queued is sent with its refresh token (P13, S13)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  const device = tab.runtime.storage.device()
  if (!device) throw new Error('no storage')
  const id = 'a0000000-0000-4000-8000-000000000001'
  await device.outbox.add({
    id,
    command: 'session.end',
    version: 1,
    args: { id, refreshToken: 'r.mina.1' },
    lane: `session:${id}`,
    owner: 'device',
    ...UNTRIED,
  })
  browser.close()
  const next = await browser.tab()
  await waitUntil(() => peer.revoked.length === 1)
  expect(peer.revoked).toEqual(['r.mina.1'])
  await waitUntil(async () => (await next.runtime.storage.device()?.outbox.count()) === 0)
})
