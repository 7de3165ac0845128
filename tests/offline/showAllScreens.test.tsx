// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useShowablePasses } from '#data/passCounts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { ShowAll } from '#routes/myPage/-parts/showAll.tsx'
import { SHOW_MS } from '#routes/myPage/-parts/showAllDialog.tsx'
import { flushSync } from 'react-dom'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, waitForCode } from './setup.ts'

/** The codes of a family on one phone, shown one after the other. */

let prefersStill = false
beforeEach(() => {
  prefersStill = false
  window.matchMedia = () => ({ matches: prefersStill }) as MediaQueryList
})
afterEach(() => vi.useRealTimers())

const NAMES = ['Mei', 'Dad', 'Jun']

function Screen() {
  const passes = useShowablePasses()
  return (
    <>
      <output>{passes.length}</output>
      <ShowAll />
    </>
  )
}

/** Opens the button of a phone with passes of these names; `elsewhere` are bound to another phone. */
const openPhone = async (count: number, elsewhere = 0) => {
  const { peer, tab, clock } = await openSignedIn()
  const passes = Array.from({ length: count + elsewhere }, (_, nth) => ({
    ...certifiedPass(nth, clock.wall()),
    passUid: `${PASS.passUid.slice(0, -1)}${nth}`,
    holder: NAMES[nth] ?? 'Ana',
    purchasedAt: -nth,
    ...(nth >= count && { deviceUid: 'another phone' }),
  }))
  peer.passes.set('mina', passes)
  await tab.runtime.bind({ passUid: passes[0]?.passUid ?? '' })
  for (const { passUid } of passes.slice(0, count)) await waitForCode(tab, passUid)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<Screen />)
  await waitUntil(() => screen.element.querySelector('output')?.textContent === String(count), 'all usable passes')
  return screen
}

const BUTTON = 'Show all codes at the gate'
const placeIn = (element: HTMLElement) => element.querySelector('dialog [aria-live]')?.textContent

test('with one usable pass on this phone there is nothing to show in turn', async () => {
  const several = await openPhone(2, 1)
  expect(several.button(BUTTON)).toBeDefined()
  several.unmount()
  const single = await openPhone(1, 2)
  expect(single.button(BUTTON)).toBeUndefined()
})

test('the codes follow each other by themselves, over and over, until they are paused', async () => {
  const screen = await openPhone(3, 1)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  screen.press(BUTTON)
  const shownCodes = () => screen.element.querySelectorAll('[data-shown] [data-qr]').length
  const turn = () => flushSync(() => vi.advanceTimersByTime(SHOW_MS))
  await waitUntil(() => shownCodes() === 1, 'the code')
  expect(placeIn(screen.element)).toBe('1 of 3Mei')
  turn()
  expect(placeIn(screen.element)).toBe('2 of 3Dad')
  turn()
  turn()
  expect(placeIn(screen.element)).toBe('1 of 3Mei')
  screen.press('Pause')
  turn()
  expect(placeIn(screen.element)).toBe('1 of 3Mei')
  screen.press('Previous QR code')
  expect(placeIn(screen.element)).toBe('3 of 3Jun')
  expect(shownCodes()).toBe(1)
})

test('with reduced motion the code changes by tap alone', async () => {
  prefersStill = true
  const screen = await openPhone(2)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  screen.press(BUTTON)
  flushSync(() => vi.advanceTimersByTime(11 * SHOW_MS))
  expect(placeIn(screen.element)).toBe('1 of 2Mei')
  screen.press('Next QR code')
  expect(placeIn(screen.element)).toBe('2 of 2Dad')
})

test('a swipe shows the neighbour, and is not a tap as well', async () => {
  prefersStill = true
  const screen = await openPhone(3)
  screen.press(BUTTON)
  const codes = screen.button('Next QR code')
  const swipe = (from: number, to: number) =>
    flushSync(() => {
      codes?.dispatchEvent(new MouseEvent('pointerdown', { clientX: from, bubbles: true }))
      codes?.dispatchEvent(new MouseEvent('pointerup', { clientX: to, bubbles: true }))
      codes?.click()
    })
  swipe(200, 80)
  expect(placeIn(screen.element)).toBe('2 of 3Dad')
  swipe(80, 200)
  expect(placeIn(screen.element)).toBe('1 of 3Mei')
})

test('the codes in turn are an entry of the history: the way back closes them and stays', async () => {
  prefersStill = true
  const screen = await openPhone(2)
  for (const leave of [
    () => screen.back(),
    () => screen.press('Close'),
    () => screen.element.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })),
  ]) {
    screen.press(BUTTON)
    await waitUntil(() => screen.element.querySelector('dialog[open]') !== null, 'the codes')
    leave()
    await waitUntil(() => screen.element.querySelector('dialog') === null, 'the screen without codes')
    expect(screen.canGoBack()).toBe(false)
    expect(screen.button(BUTTON)).toBeDefined()
  }
})
