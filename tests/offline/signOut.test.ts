import { expect, test } from 'vitest'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn, openWithPeer, person, UNTRIED } from './setup.ts'

/** Reports of sign-outs that wait, and sessions and sign-outs of the release before end tokens. */

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

test('a token that a backup brings back is deleted while the report of its sign-out waits (S13, S22)', async () => {
  const { browser, peer, network, tab } = await openSignedIn()
  const cookie = browser.cookies.get('refreshToken')
  if (!cookie) throw new Error('no refresh token')
  network.down(true)
  await person(tab).signOut()
  browser.close()
  network.down(false)
  browser.cookies.set('refreshToken', cookie)
  // The server still takes the token until the report has arrived.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  network.fault(/POST \/account\/logout/, async (_request, pass) => held.then(pass))
  const start = network.sentRequests.length
  const renewals = () => network.sentRequests.slice(start).filter(({ path }) => path === '/account/update-token')
  const next = await browser.tab()
  await waitUntil(() => !browser.cookies.has('refreshToken') || renewals().length > 0, 'what happens to the token')
  expect(renewals()).toEqual([])
  expect(next.runtime.session.state.get().state).toBe('anonymous')
  release()
  await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
})
