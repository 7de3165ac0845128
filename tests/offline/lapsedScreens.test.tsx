// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { CartOrderScreen } from '#routes/cart/-parts/cartOrderScreen.tsx'
import { MyPassScreen } from '#routes/myPage/-parts/myPassScreen.tsx'
import { NewsScreen } from '#routes/newsFeed/-parts/newsScreen.tsx'
import { OrderScreen } from '#routes/pass/-parts/orderScreen.tsx'
import { UnfinishedPayment } from '#routes/pass/-parts/unfinishedPayment.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, ORDER, PASS } from './fixtures.ts'
import { ORD, orderOf } from './filledCart.ts'
import { openSignedIn, person, waitForCode } from './setup.ts'

/** Screens that are open when the session lapses offer to sign in, and to return. */

const ASKED = /GET .*pass\/order/
const CART_ASKED = /GET .*cart\/order/

const openScreen = async (screen: ReactNode) => {
  const opened = await openSignedIn()
  const { tab } = opened
  replaceRuntime(tab.runtime)
  return { ...opened, tab, screen: await mountScreen(screen) }
}

test('after the session has lapsed, the news screen offers to sign in and does not say that there is no news', async () => {
  const { peer, tab, screen } = await openScreen(<NewsScreen />)
  await waitUntil(() => screen.text().includes('No news yet'))
  expect(screen.links('Sign in')).toEqual([])
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => screen.links('Sign in').length > 0)
  expect(screen.links('Sign in')).toEqual(['/login?returnTo=%2FnewsFeed'])
  expect(screen.text()).not.toContain('No news yet')
})

test.each([
  ['/pass/completed', <OrderScreen key="order" ord={ORDER.ordUid} />],
  ['/pass/paymentstep1', <UnfinishedPayment key="step" ord={ORDER.ordUid} />],
  ['/cart/completed', <CartOrderScreen key="cart" ord={ORDER.ordUid} />],
])('after the session has lapsed, %s offers to sign in and to return to the order', async (path, content) => {
  const { peer, screen } = await openScreen(null)
  peer.expire(true)
  screen.unmount()
  const order = await mountScreen(content)
  const returnTo = encodeURIComponent(`${path}?ord=${ORDER.ordUid}`)
  await waitUntil(() => order.links('Sign in').length > 0)
  expect(order.links('Sign in')).toEqual([`/login?returnTo=${returnTo}`])
  expect(order.text()).not.toContain('We cannot check your order right now')
  expect(order.button('Check again')).toBeUndefined()
  expect(order.button('Try again')).toBeUndefined()
})

test('the screen of a payment that is pending when the session lapses no longer says that it takes a few seconds', async () => {
  const opened = await openSignedIn()
  const { tab } = opened
  replaceRuntime(tab.runtime)
  opened.network.fault(ASKED, async () => answer(200, '200', ORDER))
  opened.network.fault(ASKED, async () => answer(400, 'E_TOKEN'), Infinity)
  const screen = await mountScreen(<OrderScreen ord={ORDER.ordUid} />)
  await waitUntil(() => screen.links('Sign in').length > 0)
  expect(screen.text()).toContain('If the payment is confirmed, what you bought will be in My Pass.')
  expect(screen.text()).not.toContain('This usually takes a few seconds')
})

test('the order of a cart that is open when the session ends offers to sign in, and is loaded after a sign-in in another tab', async () => {
  const { tab, network, browser } = await openSignedIn()
  replaceRuntime(tab.runtime)
  network.fault(CART_ASKED, async () => answer(200, '200', orderOf({})), Infinity)
  const screen = await mountScreen(<CartOrderScreen ord={ORD} />)
  const lapsed = async () => {
    await waitUntil(() => screen.links('Sign in').length > 0, 'the request to sign in')
    expect(screen.links('Sign in')).toEqual([`/login?returnTo=${encodeURIComponent(`/cart/completed?ord=${ORD}`)}`])
    expect(screen.text()).toContain('If the payment is confirmed, you will find what you bought in My Pass or My Page.')
    expect(screen.text()).not.toContain('This usually takes a few seconds')
  }
  await waitUntil(() => screen.text().includes('This usually takes a few seconds'), 'the pending order')
  const secondTab = await browser.tab()
  await person(secondTab).signOut('discard')
  replaceRuntime(tab.runtime)
  await lapsed()
  await person(secondTab).signIn('mina')
  replaceRuntime(tab.runtime)
  await waitUntil(() => screen.text().includes('This usually takes a few seconds'), 'the order again')
  await tab.runtime.session.lock()
  await lapsed()
})

test.each([
  ['/pass/completed', <OrderScreen key="order" ord={ORDER.ordUid} />],
  ['/pass/paymentstep1', <UnfinishedPayment key="step" ord={ORDER.ordUid} />],
])('%s of an order that does not exist leads to My Pass and offers no retry', async (_path, content) => {
  const opened = await openSignedIn()
  const { tab } = opened
  replaceRuntime(tab.runtime)
  opened.network.fault(ASKED, async () => answer(200, 'E_NOT_FOUND'), Infinity)
  const screen = await mountScreen(content)
  await waitUntil(() => screen.links('Open My Pass').length > 0)
  expect(screen.links('Open My Pass')).toEqual(['/myPage/myPass'])
  expect(screen.text()).toContain('Order not found')
  expect(screen.button('Try again')).toBeUndefined()
})

test('My Pass of a lapsed session says what it can set up here, and what ends the passes that are set up', async () => {
  const { peer, tab, clock, screen } = await openScreen(<MyPassScreen />)
  const lapse = async () => {
    peer.expire(true)
    await tab.runtime.pulls.pull('newsfeed', true)
    await waitUntil(() => screen.text().includes('You were signed out.'))
  }
  await lapse()
  expect(screen.text()).toContain('Sign in to update your passes and to set up mobile passes on this device.')
  await person(tab).signIn('mina')
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  await lapse()
  await waitUntil(() => screen.text().includes('Passes set up on this device still work'))
  expect(screen.text()).toContain(
    'still work for up to 30 days. A pass stops working sooner if it expires or is used up, or if you move it',
  )
  expect(screen.text()).toContain('change your password, delete your account or sign out this device')
})
