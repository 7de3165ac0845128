// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { usePopups, type Popup } from '#data/popups.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { HomeNotice } from '#routes/home/-parts/homeNotice.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The notice over home (spec 2.78). */

beforeEach(() => localStorage.clear())

/** Shows how many popups the screen has read. */
function Read() {
  return <output>{usePopups().data?.length}</output>
}

let count = 0
const popupOf = (kind: Popup['kind']): Popup => ({
  id: `${kind}-${(count += 1)}`,
  kind,
  title: kind === 'notice' ? 'Strong wind' : 'A coupon',
  body: 'Outdoor places may close.',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
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
    await waitUntil(() => element.querySelector('output')?.textContent === String(popups.length), 'the popups')
    return { ...screen, dialog: () => element.querySelector('dialog[open]') }
  }
  return { ...opened, show }
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
