// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
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

/** A server that answers, with the envelope of the API, that its database is away; its clock needs none. */
const openWithoutDatabase = async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  let isAway = true
  network.fault(
    /./,
    async ({ url }, pass) => (isAway && !url.endsWith('/time') ? answer(503, 'E_UNAVAILABLE') : pass()),
    Infinity,
  )
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/readyz')
    return Response.json({ ready: !isAway }, { status: isAway ? 503 : 200 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await tab.runtime.online.probe()
  return { tab, comeBack: () => void (isAway = false) }
}

test('a server that answers without its database does not count as working, until it has its database', async () => {
  const { tab, comeBack } = await openWithoutDatabase()
  expect(tab.runtime.online.get()).toBe(true)
  const { text, button, press, address } = await mountScreen(
    <ParkingScreen returnTo="/pass?tab=card" />,
    '/index-parking',
  )
  await waitUntil(() => text().includes(AWAY), AWAY)
  expect(text()).toContain('Our server cannot process requests at the moment.')
  press('Try again')
  await waitUntil(() => button('Try again')?.getAttribute('aria-busy') === null)
  expect([address(), text().includes(AWAY)]).toEqual(['/index-parking', true])
  comeBack()
  press('Try again')
  await waitUntil(() => address() === '/pass?tab=card')
})

test('a server that answers without its database leads the launch screen to the status of the service', async () => {
  await openWithoutDatabase()
  const { address } = await mountScreen(<Launch screen="/splash" />, '/splash')
  await waitUntil(() => address() !== '/splash')
  expect(address()).toBe('/index-parking?returnTo=%2Fhome')
})

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
