// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import type { Promotion } from '#data/promotions.ts'
import { BannerCarousel } from '#routes/home/-parts/bannerCarousel.tsx'
import { Banners } from '#routes/home/-parts/banners.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** The banners of home: promotions in progress by the date in Korea, as a carousel that visitors can stop. */

/** Noon on 24 November in Korea. */
const NOON = Date.parse('2026-11-24T12:00:00+09:00')
const WIDTH = 300
const promotion = (id: string, startDate: string, endDate: string): Promotion => ({
  id,
  title: `Promotion ${id}`,
  startDate,
  endDate,
  state: 'in_progress',
  daysLeft: null,
  discountPercent: null,
  gdsUid: null,
})
const LIST = [
  promotion('last', '2026-11-01', '2026-11-24'),
  promotion('long', '2026-01-01', '2026-12-31'),
  promotion('fresh', '2026-11-20', '2026-12-31'),
  promotion('over', '2026-11-10', '2026-11-23'),
]

const CURRENT = ['fresh', 'last', 'long'].flatMap((id) => LIST.find((each) => each.id === id) ?? [])

/** jsdom has no layout: slides of `WIDTH` beside each other, and a list that scrolls at once. */
const layout = {
  clientWidth: { configurable: true, get: () => WIDTH },
  offsetWidth: { configurable: true, get: () => WIDTH },
  offsetLeft: {
    configurable: true,
    get(this: HTMLElement) {
      return this.tagName === 'LI' ? [...(this.parentElement?.children ?? [])].indexOf(this) * WIDTH : 0
    },
  },
  scrollTo: {
    configurable: true,
    value(this: HTMLElement, options: ScrollToOptions) {
      this.scrollLeft = options.left ?? 0
      this.dispatchEvent(new Event('scroll', { bubbles: true }))
    },
  },
}
let media = false
beforeEach(() => {
  media = false
  Object.defineProperties(HTMLElement.prototype, layout)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: media && query.includes('reduce'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  for (const name of Object.keys(layout)) Reflect.deleteProperty(HTMLElement.prototype, name)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = async (list: Promotion[]) => {
  const opened = openWithPeer()
  opened.clock.set(NOON)
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', SHOP), Infinity)
  opened.network.fault(
    /GET .*promotion\/list/,
    async () => answer(200, '200', { list, total: list.length, pageNum: 1, pageSize: 50 }),
    Infinity,
  )
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
const titles = ({ element }: MountedScreen) => [...element.querySelectorAll('li b')].map((each) => each.textContent)
const current = ({ element }: MountedScreen) =>
  [...element.querySelectorAll('li:not([inert]) a')].map((link) => link.getAttribute('href'))
const shows = (screen: MountedScreen, text: string) => waitUntil(() => screen.text().includes(text), text)
/** Mounts the carousel alone; from then on the test moves the time. */
const mount = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return mountScreen(<BannerCarousel promotions={CURRENT} />)
}
const isAnnounced = ({ element }: MountedScreen) => element.querySelector('[aria-live="polite"]') !== null
const STOP = 'Pause the banners'
const START = 'Change the banners automatically'

test('promotions in progress are shown, the last begun first, and the date in Korea ends one, also offline', async () => {
  const { network, clock, tab } = await open(LIST)
  const screen = await mountScreen(<Banners />)
  await shows(screen, 'Promotion long')
  expect(titles(screen)).toEqual(['Promotion fresh', 'Promotion last', 'Promotion long'])
  expect(screen.element.querySelector('section')?.getAttribute('aria-roledescription')).toBe('carousel')
  expect(screen.text()).toContain('1 of 3')
  screen.unmount()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
  clock.set(NOON + DAY_MS / 2)
  const offline = await mountScreen(<Banners />)
  await shows(offline, 'Promotion long')
  expect(titles(offline)).toEqual(['Promotion fresh', 'Promotion long'])
})

test('without a promotion in progress there is no section, and one alone has no controls', async () => {
  await open([LIST[3] as Promotion])
  const empty = await mountScreen(<Banners />)
  await waitUntil(() => empty.element.querySelector('main, section, div > div') === null, 'nothing')
  expect(empty.text()).toBe('')
  empty.unmount()
  await open([LIST[1] as Promotion])
  const single = await mountScreen(<Banners />)
  await shows(single, 'Promotion long')
  expect(single.element.querySelector('button')).toBeNull()
  expect(current(single)).toEqual(['/promotion/long'])
})

test('the banners change by themselves, and the control that stops them is the first that the keyboard reaches', async () => {
  const screen = await mount()
  expect(screen.element.querySelector('a, button')?.getAttribute('aria-label')).toBe(STOP)
  expect(current(screen)).toEqual(['/promotion/fresh'])
  await vi.advanceTimersByTimeAsync(6000)
  await shows(screen, '2 of 3')
  expect(current(screen)).toEqual(['/promotion/last'])
  screen.button(STOP)?.focus()
  screen.press(STOP)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(screen.text()).toContain('2 of 3')
  screen.press(START)
  await vi.advanceTimersByTimeAsync(6000)
  await shows(screen, '3 of 3')
})

test('focus on a banner and a touch stop the banners for good, a mouse over them only while it is there', async () => {
  const screen = await mount()
  const section = screen.element.querySelector('section')
  const timers = vi.getTimerCount()
  section?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  await waitUntil(() => vi.getTimerCount() < timers && isAnnounced(screen), 'the waiting banners')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(screen.text()).toContain('1 of 3')
  section?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
  await waitUntil(() => vi.getTimerCount() === timers, 'the moving banners')
  await vi.advanceTimersByTimeAsync(6000)
  await shows(screen, '2 of 3')
  screen.element.querySelector<HTMLElement>('li:not([inert]) a')?.focus()
  await waitUntil(() => screen.button(START) !== undefined, 'the stopped banners')
  screen.press(START)
  screen.element.querySelector('ul')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await waitUntil(() => screen.button(START) !== undefined, 'the stopped banners')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(screen.text()).toContain('2 of 3')
})

test('the buttons go around, and the banners that are out of view are inert', async () => {
  const screen = await mount()
  screen.press('Previous banner')
  await shows(screen, '3 of 3')
  expect(current(screen)).toEqual(['/promotion/long'])
  expect(screen.element.querySelectorAll('li[inert]')).toHaveLength(2)
  screen.press('Next banner')
  await shows(screen, '1 of 3')
  expect(current(screen)).toEqual(['/promotion/fresh'])
})

test.each(['less motion', 'Save-Data'])('with %s nothing moves until the visitor starts it', async (wish) => {
  if (wish === 'Save-Data')
    vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
  else media = true
  const screen = await mount()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(screen.text()).toContain('1 of 3')
  screen.press(START)
  await vi.advanceTimersByTimeAsync(6000)
  await shows(screen, '2 of 3')
})
