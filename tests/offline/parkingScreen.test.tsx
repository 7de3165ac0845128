// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { ParkingScreen } from '#routes/index-parking/-parts/parkingScreen.tsx'
import { Launch } from '#routes/-shared/launch.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

const NOTICE = { id: '1', title: 'Typhoon', date: '2026-11-20', pinnedYn: 'Y', body: 'Cable cars may stop.' }
const AWAY = 'Harbor Pass is not available at the moment'

/** A server that answers 503, as behind a gateway whose database is away. */
const openAway = async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  let isAway = true
  network.fault(/./, async (_, pass) => (isAway ? new Response('', { status: 503 }) : pass()), Infinity)
  await tab.runtime.online.probe()
  return { network, tab, comeBack: () => void (isAway = false) }
}

test('while our server answers 503 the screen says so, and goes on to the address once it answers', async () => {
  const { comeBack } = await openAway()
  const { text, button, press, address } = await mountScreen(
    <ParkingScreen returnTo="/pass?tab=card" />,
    '/index-parking',
  )
  expect(text()).toContain(AWAY)
  expect(text()).toContain('Our server is not responding.')
  press('Try again')
  await waitUntil(() => button('Try again')?.getAttribute('aria-busy') === null)
  expect(address()).toBe('/index-parking')
  comeBack()
  press('Try again')
  await waitUntil(() => address() === '/pass?tab=card')
})

test('a visitor who opened the screen directly stays, and reads that the service works', async () => {
  const { comeBack, tab } = await openAway()
  const { text, button, address } = await mountScreen(<ParkingScreen />, '/index-parking')
  comeBack()
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('Harbor Pass is working normally'))
  expect(button('Try again')).toBeUndefined()
  expect(address()).toBe('/index-parking')
})

test('the screen lists the pinned notices only', async () => {
  const { browser, network } = openWithPeer()
  const list = [NOTICE, { ...NOTICE, id: '2', title: 'New partner', pinnedYn: 'N' }]
  network.fault(/GET .*posts/, async () => answer(200, '200', { list, total: 2, pageNum: 1, pageSize: 50 }), Infinity)
  replaceRuntime((await browser.tab()).runtime)
  const { text } = await mountScreen(<ParkingScreen />, '/index-parking')
  await waitUntil(() => text().includes('Typhoon'))
  expect(text()).toContain('Cable cars may stop.')
  expect(text()).not.toContain('New partner')
})

test.each([
  ['while our server does not answer', true, '/index-parking?returnTo=%2Fhome'],
  ['while our server answers', false, '/home'],
])('%s, the launch screen leads to its address', async (_, isAway, expected) => {
  const { comeBack, tab } = await openAway()
  if (!isAway) {
    comeBack()
    await tab.runtime.online.probe()
  }
  const { address } = await mountScreen(<Launch screen="/load" />, '/load')
  await waitUntil(() => address() === expected)
})
