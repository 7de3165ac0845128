// @vitest-environment jsdom
import { useLocation } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import type { GoodsQuote } from '#contract/calls/reserve.ts'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { clearReserveDraft, noteOffer } from '#routes/-shared/reserve/reserveDraft.ts'
import { StepScreen } from '#routes/-shared/reserve/index.tsx'
import { alertsOf, bodiesOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CHOICE, goodsQuote, reservation, USER } from './reserveFixtures.ts'
import { openSignedIn, openWithPeer, person } from './setup.ts'

/** The first step of a reservation: price, guest, terms, and the hold. */

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  clearReserveDraft()
  sessionStorage.clear()
})

const QUOTE = /GET .*reserve\/goods-info/
const USER_INFO = /GET .*reserve\/user-info/
const HOLD = /POST .*\/reserve\/$/
const CANCEL = /PATCH .*reserve\/cancel/
const ADDRESS = `/hotel/stanford-inn-busan?step=reserve&option=${CHOICE.option}&priceSn=${CHOICE.priceSn}&count=1`
const NEXT = 'Continue to payment'

const Step = () => (
  <StepScreen
    address="/hotel/{goodsId}"
    goodsId="stanford-inn-busan"
    step="reserve"
    option={CHOICE.option}
    priceSn={CHOICE.priceSn}
    count={1}
    rsvtUid={undefined}
  />
)

/** Mina before the first step; the server prices as `price` says. */
const open = async (price: (now: number) => Partial<GoodsQuote> | string = () => ({})) => {
  const opened = await openSignedIn()
  const { tab, network } = opened
  replaceRuntime(tab.runtime)
  const now = () => tab.runtime.clock.now()
  network.fault(
    QUOTE,
    async () => {
      const priced = price(now())
      return typeof priced === 'string' ? answer(200, priced) : answer(200, '200', goodsQuote(now(), priced))
    },
    Infinity,
  )
  network.fault(USER_INFO, async () => answer(200, '200', USER), Infinity)
  network.fault(CANCEL, async () => answer(200, '200', reservation(now(), { state: 'cancelled' })), Infinity)
  const show = () => mountScreen(<Step />, ADDRESS)
  const screen = await show()
  return {
    ...opened,
    ...screen,
    now,
    show,
    held: () => bodiesOf(network, HOLD),
    isReady: () => waitUntil(() => screen.button(NEXT)?.hasAttribute('aria-busy') === false, 'the price'),
  }
}

test('the guest is the member, and what was typed survives a reload', async () => {
  const { isReady, unmount, show } = await open()
  await isReady()
  expect(fieldOf('Guest’s name').value).toBe('MINA LEE')
  expect(fieldOf('Email address').value).toBe('mina@example.com')
  expect(fieldOf('Mobile number').value).toBe('+886912345678')
  type(fieldOf('Guest’s name'), 'JUN LEE')
  type(fieldOf<HTMLTextAreaElement>('Special request'), 'Late arrival')
  unmount()
  const { text } = await show()
  await waitUntil(() => text().includes('Who is coming?'), 'the form')
  expect(fieldOf('Guest’s name').value).toBe('JUN LEE')
  expect(fieldOf<HTMLTextAreaElement>('Special request').value).toBe('Late arrival')
})

test('price, nights and the end of free cancellation are there before anything is held', async () => {
  const { isReady, text, held } = await open()
  await isReady()
  expect(text()).toContain('₩85,000 × 2 nights × 1 room₩170,000')
  expect(text()).toMatch(/Free cancellation until .+ \(Korean time\)\. After that there is no refund\./)
  expect(text()).toContain('We hold your reservation for 10 minutes while you pay.')
  expect(held()).toEqual([])
})

test('a voucher says how long after its payment it is refunded, and a request that the place confirms', async () => {
  const { isReady, text } = await open(() => ({ cancelUntil: null, cancelDays: 1, confirmation: 'request' }))
  await isReady()
  expect(text()).toContain('Free cancellation within 24 hours of payment, while the voucher is unused')
  expect(text()).toContain('The place must confirm this reservation after you pay.')
})

test('wrong details are named at their fields, and nothing is held', async () => {
  const { isReady, press, held } = await open()
  await isReady()
  type(fieldOf('Guest’s name'), ' ')
  type(fieldOf('Mobile number'), '12')
  type(fieldOf<HTMLTextAreaElement>('Special request'), 'x'.repeat(301))
  press(NEXT)
  await waitUntil(() => document.activeElement?.matches('[role=alert]') ?? false, 'the summary')
  expect(errorOf('Guest’s name')).toBe('Enter the name of the guest.')
  expect(errorOf('Mobile number')).toContain('number')
  expect(errorOf('Special request')).toBe('Use at most 300 characters.')
  expect(held()).toEqual([])
})

test('the button holds the choice with the details and leads to the payment', async () => {
  const { isReady, press, held, network, now, address } = await open()
  await isReady()
  network.fault(HOLD, async () => answer(200, '200', reservation(now())))
  type(fieldOf('Mobile number'), '0912 345 679')
  type(fieldOf<HTMLTextAreaElement>('Special request'), ' Quiet room ')
  press(NEXT)
  await waitUntil(() => address().includes('step=pay'), 'the payment')
  expect(address()).toBe(`/hotel/stanford-inn-busan?step=pay&rsvtUid=${reservation(0).rsvtUid}`)
  expect(held()).toEqual([
    {
      quoteUid: goodsQuote(0).quoteUid,
      name: 'MINA LEE',
      email: 'mina@example.com',
      mobile: '+886912345679',
      wish: 'Quiet room',
    },
  ])
})

test('going back with the same details leads to what is held; other details end that hold first', async () => {
  const { isReady, press, held, network, now, address, unmount, show } = await open()
  await isReady()
  network.fault(HOLD, async () => answer(200, '200', reservation(now())), Infinity)
  press(NEXT)
  await waitUntil(() => address().includes('step=pay'), 'the payment')
  unmount()
  const second = await show()
  await waitUntil(() => second.button(NEXT)?.hasAttribute('aria-busy') === false, 'the price')
  second.press(NEXT)
  await waitUntil(() => second.address().includes('step=pay'), 'the payment')
  expect(held()).toHaveLength(1)
  second.unmount()
  const third = await show()
  await waitUntil(() => third.button(NEXT)?.hasAttribute('aria-busy') === false, 'the price')
  type(fieldOf('Guest’s name'), 'JUN LEE')
  third.press(NEXT)
  await waitUntil(() => third.address().includes('step=pay'), 'the payment')
  expect(bodiesOf(network, CANCEL)).toEqual([{ reserveId: reservation(0).rsvtUid }])
  expect(held()).toHaveLength(2)
})

test('what was sold out meanwhile says so, without a charge, and leads to other dates', async () => {
  let isSoldOut = false
  const { isReady, press, network, element, links, held } = await open(() => (isSoldOut ? 'E_NO_ROOM' : {}))
  await isReady()
  isSoldOut = true
  network.fault(HOLD, async () => answer(200, 'E_NO_ROOM'))
  press(NEXT)
  await waitUntil(
    () => alertsOf(element).some((alert) => alert.includes('Your choice is no longer available')),
    'the news',
  )
  expect(alertsOf(element)[0]).toContain('You have not been charged.')
  expect(links('Choose another date or option')).toEqual(['/hotel/stanford-inn-busan'])
  expect(held()).toHaveLength(1)
})

test('a choice whose last units this tab holds itself leads to its payment, until the hold ends', async () => {
  let isSoldOut = false
  const opened = await open(() => (isSoldOut ? 'E_NO_ROOM' : {}))
  await opened.isReady()
  opened.network.fault(HOLD, async () => answer(200, '200', reservation(opened.now())))
  opened.press(NEXT)
  await waitUntil(() => opened.address().includes('step=pay'), 'the payment')
  opened.unmount()
  isSoldOut = true
  const back = await opened.show()
  await waitUntil(() => back.text().includes('We are holding this for you'), 'the hold')
  expect(back.links(NEXT)).toEqual([`/hotel/stanford-inn-busan?step=pay&rsvtUid=${reservation(0).rsvtUid}`])
  expect(back.text()).not.toContain('no longer available')
  back.unmount()
  opened.clock.advance(RESERVE_HOLD_MS)
  const expired = await opened.show()
  await waitUntil(() => expired.text().includes('Your choice is no longer available'), 'the end of the hold')
})

test('an expired price is asked for once more, and a change is told before anything is held', async () => {
  let amount = 170_000
  const { isReady, press, network, element, text } = await open(() => ({ amount, unitPrice: amount }))
  await isReady()
  type(fieldOf('Guest’s name'), 'JUN LEE')
  amount = 190_000
  network.fault(HOLD, async () => answer(200, 'E_HOLD_OVER'))
  press(NEXT)
  await waitUntil(() => alertsOf(element).length > 0, 'the news')
  expect(alertsOf(element)).toEqual(['The price has changed from ₩170,000 to ₩190,000. You have not been charged.'])
  expect(text()).toContain('Total₩190,000')
  expect(fieldOf('Guest’s name').value).toBe('JUN LEE')
})

test.each([
  [CHOICE, ['The price has changed from ₩150,000 to ₩170,000. You have not been charged.']],
  [{ ...CHOICE, count: 2 }, []],
])('a price other than the one that the page of goods showed for %j is told', async (offered, alerts) => {
  noteOffer(offered, 150_000)
  const { isReady, element } = await open(() => ({ amount: 170_000, unitPrice: 170_000 }))
  await isReady()
  expect(alertsOf(element)).toEqual(alerts)
})

test('a price that expires while the guest types is asked for by itself', async () => {
  let quotes = 0
  const { isReady, clock, tab, network } = await open(() => ({ quoteUid: `quote-${(quotes += 1)}` }))
  await isReady()
  expect(quotes).toBe(1)
  clock.advance(31 * MINUTE_MS)
  tab.fire('visible')
  await waitUntil(() => quotes === 2, 'another price')
  await waitUntil(() => network.underWay() === 0)
  expect(quotes).toBe(2)
})

test('an expired price that the server cannot check stays with what was typed, and is asked for once more', async () => {
  const prices: (Partial<GoodsQuote> | string)[] = ['E_BUSY']
  const { isReady, clock, tab, text, press } = await open((now) => prices.shift() ?? { expiresAt: now + MINUTE_MS })
  await waitUntil(() => text().includes('Could not get the price'), 'the first failure')
  press('Try again')
  await isReady()
  type(fieldOf('Guest’s name'), 'JUN LEE')
  prices.push('E_BUSY', 'E_NO_ROOM')
  clock.advance(MINUTE_MS + 1)
  flushSync(() => tab.fire('visible'))
  await waitUntil(() => text().includes('We could not check the price.'), 'the failure')
  expect(fieldOf('Guest’s name').value).toBe('JUN LEE')
  expect(text()).toContain('₩170,000')
  press('Try again')
  // What the server refuses has no price any more.
  await waitUntil(() => text().includes('Your choice is no longer available'), 'the refusal')
})

test.each(['drop', 'lose'] as const)(
  'after an answer that was lost (%s) the same price is held again, with the details as they are then',
  async (fault) => {
    const { isReady, press, network, now, element, address, held } = await open()
    await isReady()
    network.fault(HOLD, fault === 'drop' ? 'drop' : async () => Promise.reject(new TypeError('Failed to fetch')))
    network.fault(HOLD, async () => answer(200, '200', reservation(now())))
    type(fieldOf<HTMLTextAreaElement>('Special request'), 'Late arrival')
    press(NEXT)
    await waitUntil(() => alertsOf(element).length > 0, 'the error')
    expect(alertsOf(element)[0]).toContain('Pressing the button again will not make a second reservation.')
    await isReady()
    type(fieldOf<HTMLTextAreaElement>('Special request'), ' ')
    press(NEXT)
    await waitUntil(() => address().includes('step=pay'), 'the payment')
    const { quoteUid } = goodsQuote(0)
    // An empty request takes the place of the first one, which the server may have stored.
    expect(held()).toMatchObject([
      { quoteUid, wish: 'Late arrival' },
      { quoteUid, wish: '' },
    ])
  },
)

test('a visitor is led to the sign-in and comes back to the same step', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  /** Other addresses show nothing. */
  const Hotel = () => (useLocation().pathname.startsWith('/hotel/') ? <Step /> : null)
  const { address } = await mountScreen(<Hotel />, ADDRESS)
  await waitUntil(() => address().startsWith('/login'), 'the sign-in')
  expect(new URL(address(), 'http://phone.test').searchParams.get('returnTo')).toBe(ADDRESS)
})

test('a session that lapses asks to sign in and leads back here, with what was typed', async () => {
  const { isReady, peer, tab, links, text } = await open()
  await isReady()
  type(fieldOf('Guest’s name'), 'JUN LEE')
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => links('Sign in').length > 0, 'the request to sign in')
  expect(links('Sign in')[0]).toContain(encodeURIComponent(ADDRESS))
  expect(text()).not.toContain('Stanford Inn Busan')
  await person(tab).signIn('mina')
  await isReady()
  expect(fieldOf('Guest’s name').value).toBe('JUN LEE')
})
