// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { usePopups, type Popup } from '#data/popups.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { HomeNotice } from '#routes/home/-parts/homeNotice.tsx'
import { START } from '../harness/clock.ts'
import { returnFocusOfDialogs } from '../harness/dialogFocus.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The notice over home (spec 2.78). */

beforeEach(() => localStorage.clear())

const idsOf = (popups: readonly Popup[] = []): string => popups.map(({ id }) => id).join(' ')
/** Shows which popups the screen has read, and reads them from the server on a press. */
function Read() {
  const { data, reload } = usePopups()
  return (
    <>
      <output>{idsOf(data)}</output>
      <button type="button" onClick={() => void reload()}>
        Reload
      </button>
    </>
  )
}

let count = 0
const popupOf = (kind: Popup['kind'], change: Partial<Popup> = {}): Popup => ({
  id: `${kind}-${(count += 1)}`,
  kind,
  title: kind === 'notice' ? 'Strong wind' : 'A coupon',
  body: 'Outdoor places may close.',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  ...change,
})

const open = async (popups: Popup[], { hasPass = false } = {}) => {
  const opened = openWithPeer()
  const { network, peer, browser } = opened
  network.fault(/GET .*main\/popup/, async () => answer(200, '200', popups), Infinity)
  if (hasPass) peer.passes.set('mina', [{ ...PASS, validUntil: Date.UTC(2031, 0, 1) }])
  const tab = await browser.tab()
  if (hasPass) {
    await person(tab).signIn('mina')
    await waitForFirstPulls(tab)
  }
  replaceRuntime(tab.runtime)
  const show = async () => {
    const screen = await mountScreen(
      <>
        <HomeNotice />
        <Read />
      </>,
    )
    const { element } = screen
    await waitUntil(() => element.querySelector('output')?.textContent === idsOf(popups), 'the popups')
    return { ...screen, dialog: () => element.querySelector('dialog[open]') }
  }
  return { ...opened, tab, show }
}

/** Lets pending effects and idle callbacks run. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('a notice opens over home, and “Hide for today” hides it until tomorrow', async () => {
  const { show } = await open([popupOf('promotion'), popupOf('notice')])
  const first = await show()
  await waitUntil(() => first.dialog() !== null, 'the notice')
  expect(first.text()).toContain('Strong wind')
  first.press('Hide for today')
  await waitUntil(() => first.dialog() === null, 'the closed notice')
  first.unmount()
  const second = await show()
  await settle()
  expect(second.dialog()).toBeNull()
  expect(localStorage.getItem('hp-notices-hidden')).toMatch(/^\d{4}-\d\d-\d\d notice-\d+$/)
})

test('a closed notice returns the focus to where it was', async () => {
  returnFocusOfDialogs()
  const { show } = await open([popupOf('notice')])
  const link = document.body.appendChild(document.createElement('button'))
  link.focus()
  const { dialog, press } = await show()
  await waitUntil(() => dialog()?.contains(document.activeElement) ?? false, 'the focus in the notice')
  press('Hide for today')
  await waitUntil(() => dialog() === null, 'the closed notice')
  expect(document.activeElement).toBe(link)
  link.remove()
})

test('a notice that was stored on its last day does not open offline on the next', async () => {
  const { show, network, tab, clock } = await open([popupOf('notice', { endDate: koreanDate(START) })])
  const first = await show()
  await waitUntil(() => first.dialog() !== null, 'the notice')
  first.unmount()
  network.down(true)
  await tab.runtime.online.probe()
  clock.advance(DAY_MS)
  const second = await show()
  await settle()
  expect(second.dialog()).toBeNull()
})

test('an open notice closes at the end of its last day', async () => {
  const { show, tab, clock } = await open([popupOf('notice', { endDate: koreanDate(START) })])
  const { dialog } = await show()
  await waitUntil(() => dialog() !== null, 'the notice')
  clock.advance(DAY_MS)
  flushSync(() => tab.fire('visible'))
  expect(dialog()).toBeNull()
})

test('an open notice closes when a later answer does not have it any more', async () => {
  const popups = [popupOf('notice')]
  const { show } = await open(popups)
  const { dialog, press } = await show()
  await waitUntil(() => dialog() !== null, 'the notice')
  popups.pop()
  press('Reload')
  await waitUntil(() => dialog() === null, 'the closed notice')
})

test('a promotion does not interrupt', async () => {
  const { show } = await open([popupOf('promotion')])
  const { dialog } = await show()
  await settle()
  expect(dialog()).toBeNull()
})

test('no notice opens for a member who has a pass to show', async () => {
  const { show } = await open([popupOf('notice')], { hasPass: true })
  const { dialog } = await show()
  await settle()
  expect(dialog()).toBeNull()
})
