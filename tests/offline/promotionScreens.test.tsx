// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import type { Promotion } from '#data/promotions.ts'
import { PromotionScreen } from '#routes/promotion/-parts/promotionScreen.tsx'
import { PromotionTags } from '#routes/-shared/promotion/promotionState.tsx'
import { PromotionsScreen, type PromotionsSearch } from '#routes/promotion/-parts/promotionsScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { translationsOf } from '../harness/translations.ts'
import { openWithPeer } from './setup.ts'
import { SHOP, shopPlace } from './shopFixtures.ts'

/** Promotions for everybody, by the date in Korea, also without a connection. */

/** Noon on 24 November in Korea. */
const NOON = Date.parse('2026-11-24T12:00:00+09:00')
const promotion = (id: string, title: string, endDate: string): Promotion => ({
  id,
  title,
  startDate: '2026-11-01',
  endDate,
  state: 'in_progress',
  daysLeft: null,
  discountPercent: null,
  gdsUid: null,
})
const LIST = [
  promotion('last', 'Lantern week', '2026-11-24'),
  promotion('long', 'Welcome coupon', '2026-12-31'),
  promotion('over', 'Film season', '2026-11-23'),
]
const DETAIL = {
  ...promotion('long', 'Welcome coupon', '2026-12-31'),
  discountPercent: 10,
  gdsUid: 'deck',
  body: 'A coupon for new members.',
  place: { gdsUid: 'deck', name: 'Place deck' },
  attachment: { name: 'long.ics', type: 'text/calendar', size: 10, url: '/api/v1/file?language=en' },
}
const near = { gdsUid: 'sea', name: 'Place sea', scene: 'surf' as const, metres: 300 }

afterEach(() => {
  vi.restoreAllMocks()
})

const open = async () => {
  const opened = openWithPeer()
  opened.clock.set(NOON)
  const catalogue = { ...SHOP, attractions: [{ ...shopPlace('deck', 'A', 27_300), nearby: [near] }] }
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
type Opened = Awaited<ReturnType<typeof open>>
const serveList = ({ network }: Opened, list: Promotion[]) =>
  network.fault(
    /GET .*promotion\/list/,
    async () => answer(200, '200', { list, total: list.length, pageNum: 1, pageSize: 50 }),
    Infinity,
  )
const goOffline = async ({ network, tab }: Opened) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
}
const shows = (screen: MountedScreen, text: string) => waitUntil(() => screen.text().includes(text), text)
const mountList = (search: PromotionsSearch = {}, onChange: (next: PromotionsSearch) => void = () => undefined) =>
  mountScreen(<PromotionsScreen search={search} onChange={onChange} />)
const titles = ({ element }: MountedScreen) =>
  [...element.querySelectorAll('main li b')].map(({ textContent }) => textContent)

test('a promotion is in progress on its last day and has ended on the next, by the date in Korea', async () => {
  const opened = await open()
  serveList(opened, LIST)
  const current = await mountList()
  await shows(current, 'Welcome coupon')
  expect(titles(current)).toEqual(['Lantern week', 'Welcome coupon'])
  expect(current.text()).toContain('Last day')
  expect(current.text()).toContain('38 days left')
  current.unmount()
  const ended = await mountList({ state: 'ended' })
  await shows(ended, 'Film season')
  expect(titles(ended)).toEqual(['Film season'])
  ended.unmount()
  // The stored answer grows old with the phone: midnight in Korea passes without a request.
  await goOffline(opened)
  opened.clock.set(NOON + DAY_MS / 2)
  const later = await mountList({ state: 'ended' })
  await shows(later, 'Lantern week')
  expect(titles(later)).toEqual(['Lantern week', 'Film season'])
})

test('a word filters the promotions, and nothing found leads back to all', async () => {
  serveList(await open(), LIST)
  const changes: PromotionsSearch[] = []
  const screen = await mountList({ q: 'coupon' })
  await shows(screen, '1 promotion')
  expect(titles(screen)).toEqual(['Welcome coupon'])
  screen.unmount()
  const empty = await mountList({ q: 'submarine' }, (next) => changes.push(next))
  await shows(empty, 'No results')
  empty.press('Show all promotions')
  expect(changes).toEqual([{}])
})

test('without promotions the page leads to the passes', async () => {
  serveList(await open(), [])
  const screen = await mountList()
  await shows(screen, 'No promotions at the moment')
  expect(screen.links('See the passes')).toEqual(['/pass'])
})

test('promotions that cannot be loaded can be tried again', async () => {
  const opened = await open()
  opened.network.fault(/GET .*promotion\/list/, async () => answer(503, 'E_UNAVAILABLE'), 1)
  serveList(opened, LIST)
  const screen = await mountList()
  await waitUntil(() => screen.button('Try again') !== undefined)
  screen.press('Try again')
  await shows(screen, 'Welcome coupon')
})

test('a promotion has its period, its place with what is near, and a calendar file that needs a connection', async () => {
  const opened = await open()
  opened.network.fault(/GET .*promotion\/long/, async () => answer(200, '200', DETAIL), Infinity)
  const screen = await mountScreen(<PromotionScreen id="long" />)
  await shows(screen, 'A coupon for new members.')
  await shows(screen, 'Place sea')
  expect(screen.text()).toContain('1 November 2026 – 31 December 2026')
  expect(screen.text()).toContain('10% off')
  expect(screen.links('Place deck')).toEqual(['/attractions/deck'])
  expect(screen.links('Add to calendar')).toEqual(['/api/v1/file?language=en'])
  await goOffline(opened)
  await waitUntil(() => screen.button('Add to calendar') !== undefined)
  expect(screen.button('Add to calendar')).toHaveProperty('disabled', true)
  expect(screen.text()).toContain('You need a connection to add this to your calendar.')
  screen.unmount()
  const stored = await mountScreen(<PromotionScreen id="long" />)
  await shows(stored, 'A coupon for new members.')
})

test('an ended promotion has no calendar file', async () => {
  const opened = await open()
  const over = { ...DETAIL, ...promotion('over', 'Film season', '2026-11-23') }
  opened.network.fault(/GET .*promotion\/over/, async () => answer(200, '200', over), Infinity)
  const screen = await mountScreen(<PromotionScreen id="over" />)
  await shows(screen, 'A coupon for new members.')
  expect(screen.text()).toContain('Ended')
  expect(screen.links('Add to calendar')).toEqual([])
})

test('an unknown promotion is not found', async () => {
  const opened = await open()
  opened.network.fault(/GET .*promotion\/nothing/, async () => answer(404, 'E_NOT_FOUND'), Infinity)
  const screen = await mountScreen(<PromotionScreen id="nothing" />)
  await shows(screen, 'This page could not be found')
})

test.each([
  ['en', 10, '10% off'],
  ['ko', 10, '10% 할인'],
  ['jp', 15, '15%割引'],
  ['chs', 10, '9折'],
  ['chs', 15, '85折'],
  ['cht', 5, '95折'],
  ['cht', 50, '5折'],
] as const)('in %s, %i percent less is “%s”', async (locale, discountPercent, expected) => {
  await open()
  const reduced = { ...promotion('long', 'Welcome coupon', '2026-12-31'), discountPercent }
  const screen = await mountScreen(<PromotionTags promotion={reduced} />, '/', locale, translationsOf(locale))
  expect(screen.element.lastElementChild?.lastElementChild?.textContent).toBe(expected)
})
