// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VoucherCode } from '#contract/calls/vouchers.ts'
import { DAY_MS } from '#contract/time.ts'
import { alertsOf, bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { goodsVoucher, paidReservation } from './reserveFixtures.ts'
import { dbOf, openWithPeer, person } from './setup.ts'

/** Codes of goods on the voucher: shown at a press, read offline from then on, used once. */

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const SHOW = /POST .*mypage\/voucher\/code$/
const USE = /POST .*mypage\/voucher\/code\/use$/
const VOUCHER = /GET .*mypage\/voucher/
const ESIM = 'LPA:1$smdp.example.com$K2-7QX4'
const CODE_UID = '0193a1b2-0000-7000-8000-0000000000c1'
const RSVT = goodsVoucher(0).rsvtUid
const DELIVERED = 'Once you have seen the code, it counts as delivered: you can no longer cancel for a refund.'
const FIRST_ONLINE =
  'You need a connection to show the code for the first time. After that, it is saved on this device.'

const codeAt = (now: number, change: Partial<VoucherCode> = {}): VoucherCode => ({
  codeUid: CODE_UID,
  code: null,
  expiresAt: now + 30 * DAY_MS,
  shownAt: null,
  usedAt: null,
  ...change,
})

/** Mina’s phone with a paid reservation that delivers this code; the server answers with its state. */
const open = async (initial: Partial<VoucherCode> = {}) => {
  const opened = openWithPeer()
  const { network } = opened
  const tab = await opened.browser.tab()
  const now = () => tab.runtime.clock.now()
  let code = codeAt(now(), initial)
  const reply = async () => answer(200, '200', { rsvtUid: RSVT, codes: [code] })
  const list = async () => {
    const rows = [paidReservation(now(), 'confirmed', { codeYn: 'Y' })]
    return answer(200, '200', { list: rows, pageNum: 1, pageSize: 50, total: rows.length })
  }
  network.fault(/GET .*reserve\/list/, list, Infinity)
  network.fault(VOUCHER, async () => answer(200, '200', { ...goodsVoucher(now()), codes: [code] }), Infinity)
  const show = async () => {
    code = { ...code, code: ESIM, shownAt: now() }
    return reply()
  }
  const use = async () => {
    code = { ...code, usedAt: now() }
    return reply()
  }
  await person(tab).signIn('mina')
  await waitUntil(async () => (await dbOf(tab).stamps.get('reservations')) !== undefined, 'the reservations')
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  const { VoucherScreen } = await import('#routes/myPage/-parts/card/voucherScreen.tsx')
  const mount = () => mountScreen(<VoucherScreen rsvtUid={RSVT} />)
  const screen = await mount()
  await waitUntil(() => screen.element.querySelector('[data-codes]') !== null, 'the codes')
  const setOffline = async () => {
    network.down(true)
    await tab.runtime.online.probe()
  }
  return { ...opened, ...screen, tab, show, use, mount, setOffline }
}

const dialogOf = (element: HTMLElement) => element.querySelector('dialog[open]')
const confirm = (element: HTMLElement): void => {
  const buttons = [...(dialogOf(element)?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent === 'Show the code')?.click()
}
const SHOWN = { code: ESIM, shownAt: 1 }

test('a code is shown after it was said that this ends the cancellation, has the focus, and is there offline', async () => {
  const { network, show, press, button, text, element, unmount, mount, setOffline } = await open()
  network.fault(SHOW, show)
  expect(text()).not.toContain(ESIM)
  press('Show the code')
  expect(dialogOf(element)?.textContent).toContain(DELIVERED)
  expect(bodiesOf(network, SHOW)).toEqual([])
  confirm(element)
  await waitUntil(() => text().includes(ESIM), 'the code')
  expect(bodiesOf(network, SHOW)).toEqual([{ rsvtUid: RSVT }])
  await waitUntil(() => element.querySelector('[data-codes] svg path') !== null, 'its picture')
  expect(document.activeElement).toBe(element.querySelector('[data-codes]'))
  expect(button('Show the code')).toBe(undefined)
  unmount()
  await setOffline()
  const offline = await mount()
  await waitUntil(() => offline.text().includes(ESIM), 'the stored code')
  expect(offline.button('Mark as used')?.disabled).toBe(true)
})

test('without a connection a code is not shown for the first time, and the screen says why', async () => {
  const { setOffline, text, button } = await open()
  await setOffline()
  await waitUntil(() => text().includes(FIRST_ONLINE), 'the hint')
  expect(button('Show the code')?.disabled).toBe(true)
})

test('a refused show is told, and the code stays hidden', async () => {
  const { network, press, element, text } = await open()
  network.fault(SHOW, async () => answer(200, 'E_RESERVE_STATE'))
  press('Show the code')
  confirm(element)
  await waitUntil(() => alertsOf(element).length > 0, 'the error')
  expect(text()).not.toContain(ESIM)
})

test('a code is used once', async () => {
  const { network, use, press, text, button } = await open(SHOWN)
  network.fault(USE, use)
  press('Mark as used')
  await waitUntil(() => text().includes('This code has been used.'), 'the state')
  expect(button('Mark as used')).toBe(undefined)
  expect(bodiesOf(network, USE)).toEqual([{ rsvtUid: RSVT, codeUid: CODE_UID }])
})

test('a code that the server cannot read leads to customer support', async () => {
  const { text, button } = await open({ code: null, shownAt: 1 })
  expect(text()).toContain('This code cannot be shown. Please contact customer support.')
  expect(button('Copy')).toBe(undefined)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 1],
  ['Mozilla/5.0 (Linux; Android 16)', 0],
])('an eSIM is installed by a link on an iPhone alone: %s', async (userAgent, count) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const { element, text } = await open(SHOWN)
  expect(text()).toContain('To install the eSIM, show this code on another screen')
  const links = element.querySelectorAll<HTMLAnchorElement>('[data-codes] a')
  expect([...links].map(({ href }) => new URL(href).searchParams.get('carddata'))).toEqual(
    Array.from({ length: count }, () => ESIM),
  )
})
