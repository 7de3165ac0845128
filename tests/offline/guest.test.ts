import { expect, test } from 'vitest'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { dbOf, waitForFirstPulls, openWithPeer, person } from './setup.ts'

test('a guest’s inquiry is sent without token and owner, and stays the guest’s after a sign-in (O44)', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const guest = person(tab)
  network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  const written = await guest.inquire('Is there a locker at the terminal?')
  const id = written.ok ? written.data.id : ''
  const device = tab.runtime.storage.device()
  await waitUntil(async () => (await device?.outbox.toArray())?.[0]?.wait === 60_000)
  await guest.signIn('mina')
  await waitForFirstPulls(tab)
  await waitUntil(() => {
    clock.advance(10_000)
    return peer.inquiries.length === 1
  })
  const sent = network.receivedRequests.find(({ path }) => path === '/inquiry/insertInquiry')
  expect(sent).toMatchObject({ token: null, owner: null, key: id })
  await waitUntil(async () => (await device?.inquiries.get(id))?.number === 'Q-000001')
  expect(await dbOf(tab).inquiries.get(id)).toBeUndefined()
})
