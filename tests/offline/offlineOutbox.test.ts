import { expect, test } from 'vitest'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer, person, rowsOf, openOffline } from './setup.ts'

/** What the outbox does and shows while it is offline. */

test('an outbox that waits offline probes the server no more often than the online status does (O27)', async () => {
  const { network, clock, tab, mina } = await openOffline()
  await mina.favourite('tower', true)
  const before = network.sentRequests.length
  for (let second = 0; second < 120; second += 1) {
    clock.advance(1_000)
    // As many turns of the event loop as a drain without a connection needs.
    let looks = 0
    await waitUntil(() => (looks += 1) > 10)
  }
  // Probes come after 1, 2, 4, 8, 16 and then every 30 s, or half of that.
  const requestCount = network.sentRequests.length - before
  expect(requestCount).toBeGreaterThan(3)
  expect(requestCount).toBeLessThan(20)
  expect(await rowsOf(tab)).toHaveLength(1)
  network.down(false)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
})

test('an action whose page died during its request is no longer shown as sending on the next page (M3, O12)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  const held = network.hold(/interest/)
  await person(tab).favourite('tower', true)
  await held.arrived
  expect((await rowsOf(tab)).map(({ triedAt }) => triedAt)).not.toContain(null)
  tab.kill()
  network.down(true)
  const next = await browser.tab()
  await waitUntil(async () => (await rowsOf(next)).every(({ triedAt }) => triedAt === null))
  expect((await rowsOf(next)).map(({ attempts }) => attempts)).toEqual([1])
})
