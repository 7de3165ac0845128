// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { Order } from '#contract/calls/pass.ts'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PaidOrder } from '#routes/pass/-parts/paidOrder.tsx'
import { alertsOf, bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, ORDER, PASS } from './fixtures.ts'
import { dbOf, openSignedIn, waitForCode } from './setup.ts'

/** A paid order: each pass becomes a ticket, and a phone binds the passes at once, and says so only when they work. */

const BIND = /POST .*myPass\/device$/
const uidOf = (nth: number) => `0193a1b2-0000-7000-8000-00000000010${nth}`

afterEach(() => vi.unstubAllGlobals())

/** The browser says whether it is a computer. */
const stubComputer = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))

interface Setup {
  count?: number
  change?: Partial<MyPass>
  computer?: boolean
  /** Age of the payment, ms. */
  ageMs?: number
}

/** Mina before a paid order of `count` passes; `refusals` answers the bindings of one pass with a code, or drops them. */
const openPaidOrder = async ({ count = 3, change = {}, computer = false, ageMs = 0 }: Setup = {}) => {
  stubComputer(computer)
  const opened = await openSignedIn()
  const { peer, clock, tab, network } = opened
  const now = clock.wall()
  const refusals = new Map<string, string>()
  peer.passes.set(
    'mina',
    Array.from({ length: count }, (_, nth) => ({
      ...PASS,
      ordUid: ORDER.ordUid,
      passUid: uidOf(nth),
      validUntil: now + 100 * DAY_MS,
      ...change,
    })),
  )
  await tab.runtime.pulls.pull('passes', true)
  network.fault(
    BIND,
    async (request) => {
      const { passUid } = (await request.clone().json()) as { passUid?: string }
      const refusal = passUid && refusals.get(passUid)
      if (refusal === 'drop') throw new TypeError('Failed to fetch')
      if (refusal) return answer(409, refusal)
      const list = (peer.passes.get('mina') ?? []).map((pass, nth) =>
        pass.passUid === passUid
          ? { ...certifiedPass(nth, now), ordUid: ORDER.ordUid, passUid, name: pass.name }
          : pass,
      )
      peer.passes.set('mina', list)
      return answer(200, '200', { deviceUid: 'device-of-mina', list })
    },
    Infinity,
  )
  replaceRuntime(tab.runtime)
  const show = async (medium: Order['medium'] = 'mobile') => {
    const order = {
      ...ORDER,
      medium,
      passCnt: count,
      state: 'paid' as const,
      paidAt: now - ageMs,
      cancelUntil: now + DAY_MS,
    }
    const screen = await mountScreen(<PaidOrder order={order} />)
    const tickets = () => [...screen.element.querySelectorAll('ol > li')].map(({ textContent }) => textContent)
    await waitUntil(() => screen.element.querySelectorAll('[data-pass]').length === count, 'the tickets')
    return { ...screen, tickets }
  }
  return {
    ...opened,
    refusals,
    show,
    bound: () =>
      bodiesOf(network, BIND)
        .map((body) => (body as { passUid?: string }).passUid)
        .filter(Boolean),
  }
}
const WORKS = 'On this phone nowWorks offline'

test('on a phone each pass of the order is bound once, in order, and is said to work when its code is stored', async () => {
  const { show, bound, tab } = await openPaidOrder()
  const { tickets, text } = await show()
  expect(text()).toContain('Here are your 3 passes')
  expect(tickets().some((ticket) => ticket.includes('Works offline'))).toBe(false)
  await waitUntil(() => tickets().every((ticket) => ticket.includes(WORKS)), 'three working passes')
  expect(bound()).toEqual([uidOf(0), uidOf(1), uidOf(2)])
  for (const nth of [0, 1, 2]) await waitForCode(tab, uidOf(nth))
  expect(text()).toContain('Show the QR code at the gate. It works even with no signal.')
})

test('a bound pass without a stored code is not said to work', async () => {
  const { show, tab } = await openPaidOrder({ count: 1 })
  const { tickets } = await show()
  await waitUntil(() => tickets()[0]?.includes(WORKS) ?? false, 'a working pass')
  await dbOf(tab).drawn.clear()
  await waitUntil(() => !tickets()[0]?.includes('Works offline'), 'a pass without a code')
})

test('on a computer no pass is bound, and the text names the phone', async () => {
  const { show, bound, tab } = await openPaidOrder({ computer: true })
  const { text, tickets, links } = await show()
  await waitUntil(() => text().includes('On the phone that you will show at the gate'), 'the text')
  await tab.runtime.online.probe()
  expect(bound()).toEqual([])
  expect(tickets()[0]).toContain('Not set up on a phone yet')
  expect(text()).not.toContain('On this phone now')
  expect(links('Open My Pass')).toEqual(['/myPage/myPass'])
})

test('an order of card passes leads to its vouchers, also before the catalogue is stored', async () => {
  const { show, bound, tab } = await openPaidOrder({ change: { medium: 'card' } })
  const { text, links } = await show('card')
  expect(text()).toContain('Show the vouchers at an exchange desk to collect your cards.')
  expect(links('Show the vouchers')).toEqual([`/myPage/voucher?rsvtUid=${ORDER.ordUid}`])
  expect(links('Open My Pass')).toEqual([])
  await tab.runtime.online.probe()
  expect(bound()).toEqual([])
})

test('a pass that cannot be bound leaves the others working, is named, and can be tried again', async () => {
  const { show, bound, refusals } = await openPaidOrder()
  refusals.set(uidOf(1), 'E_PASS_NOT_LIVE')
  const { element, tickets, press, button } = await show()
  await waitUntil(() => alertsOf(element).length === 1, 'the reason')
  expect(alertsOf(element)[0]).toContain('1 pass does not work on this phone yet. This pass cannot be used right now.')
  await waitUntil(() => tickets()[2]?.includes(WORKS) ?? false, 'the code of the last pass')
  expect(tickets().map((ticket) => ticket.includes(WORKS))).toEqual([true, false, true])
  expect(tickets()[1]).toContain('Not set up on a phone yet')
  refusals.clear()
  press('Try again')
  await waitUntil(() => tickets().every((ticket) => ticket.includes(WORKS)), 'the last pass')
  expect(bound()).toEqual([uidOf(0), uidOf(1), uidOf(2), uidOf(1)])
  expect(button('Try again')).toBeUndefined()
})

test('without a connection no further pass is tried, and the text says that they are paid', async () => {
  const { show, bound, refusals } = await openPaidOrder()
  refusals.set(uidOf(0), 'drop')
  const { element, tickets } = await show()
  await waitUntil(() => alertsOf(element).length === 1, 'the reason')
  expect(alertsOf(element)[0]).toContain('Your order is paid, but 3 passes do not work on this phone yet.')
  expect(tickets().some((ticket) => ticket.includes('Works offline'))).toBe(false)
  expect(new Set(bound())).toEqual(new Set([uidOf(0)]))
})

test.each([
  ['held by another phone', { deviceUid: 'device-other' }, 0, 'Not set up here'],
  ['paid two days ago', {}, 2 * DAY_MS, 'Not set up on a phone yet'],
  ['in a refund request', { refundRequestedYn: 'Y' }, 0, 'Refund requested'],
] as const)('a pass that is %s is not bound silently', async (_which, change, ageMs, expected) => {
  const { show, bound, tab } = await openPaidOrder({ count: 1, change, ageMs })
  const { tickets } = await show()
  await waitUntil(() => tickets()[0]?.includes(expected) ?? false, expected)
  await tab.runtime.online.probe()
  expect(bound()).toEqual([])
})

test('an old order is set up by a press', async () => {
  const { show, bound } = await openPaidOrder({ count: 2, ageMs: 2 * DAY_MS })
  const { press, tickets } = await show()
  press('Show on this phone')
  await waitUntil(() => tickets().every((ticket) => ticket.includes(WORKS)), 'two working passes')
  expect(bound()).toEqual([uidOf(0), uidOf(1)])
})

test('a ticket leads to the gift of its pass and opens the dialog for its name', async () => {
  const { show } = await openPaidOrder({ count: 2 })
  const { links, element, tickets } = await show()
  await waitUntil(() => tickets().every((ticket) => ticket.includes(WORKS)), 'two working passes')
  expect(links('Send as a gift')).toEqual([0, 1].map((nth) => `/myPage/myPassGift?pass=${uidOf(nth)}`))
  const names = [...element.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Name this pass')
  names[1]?.click()
  await waitUntil(() => element.querySelector('dialog[open] input') !== null, 'the dialog')
  // The focus is in the field, and not on the button that closes the dialog.
  const field = element.querySelector<HTMLInputElement>('dialog[open] input')
  expect(field?.hasAttribute('autofocus')).toBe(true)
  expect(field?.placeholder).toBe('For example, Mum')
})
