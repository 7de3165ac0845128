// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { setCartCount } from '#data/cart.ts'
import { CartScreen } from '#routes/cart/-parts/cartScreen.tsx'
import { START } from '../harness/clock.ts'
import { bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { quiet, waitUntil } from '../harness/tabs.ts'
import { BUY_CALL, fill, orderOf, PASS, QUOTE_CALL, quoteOf, SEAT } from './filledCart.ts'
import { openSignedIn } from './setup.ts'

/** A request for the price of a cart fails: the form stays as it was filled in, and no price of other lines is paid. */

const UNCHECKED = 'We could not check the price.'
const PAY = 'Pay ₩143,000'

interface Wanted {
  lines: Parameters<typeof quoteOf>[0]
  promoCode?: string
}
let quotes = 0
const priced = async (request: Request): Promise<Response> => {
  const { lines, promoCode } = (await request.json()) as Wanted
  const quote = quoteOf(lines, {})
  const discount = promoCode ? 10_000 : 0
  return answer(200, '200', {
    ...quote,
    // Each answer is another quote.
    quoteUid: `quote-${(quotes += 1)}`,
    expiresAt: START + 30 * MINUTE_MS,
    discount,
    amount: quote.amount - discount,
    methods: ['overseas_card', 'unionpay_amex'],
  })
}

/** Mina before the form of her cart, with a code typed, the second method chosen and the agreement ticked. */
const fillForm = async () => {
  const opened = await openSignedIn()
  await fill(opened.tab, PASS, SEAT)
  let isFailing = false
  opened.network.fault(
    QUOTE_CALL,
    async (request) => (isFailing ? answer(500, 'E_INTERNAL') : priced(request)),
    Infinity,
  )
  const screen = await mountScreen(<CartScreen />, '/cart')
  const { element, button } = screen
  const isPayable = (name: string) => button(name)?.hasAttribute('aria-busy') === false
  await waitUntil(() => isPayable(PAY), 'the price')
  const promo = () => element.querySelector<HTMLInputElement>('#promo')
  type(promo(), 'BUSAN10')
  flushSync(() => element.querySelector<HTMLInputElement>('input[value=unionpay_amex]')?.click())
  flushSync(() => document.getElementById('pay-agreement')?.click())
  const filledIn = () => ({
    promo: promo()?.value,
    method: element.querySelector<HTMLInputElement>('[type=radio]:checked')?.value,
    agreed: element.querySelector<HTMLInputElement>('#pay-agreement')?.checked,
  })
  return {
    ...opened,
    ...screen,
    isPayable,
    filledIn,
    /** From now on the server fails to price, or prices again. */
    failPrices: (fails: boolean) => {
      isFailing = fails
    },
  }
}
const FILLED_IN = { promo: 'BUSAN10', method: 'unionpay_amex', agreed: true }

test('after a price request that the server fails the form is as it was filled in, and can try again', async () => {
  const { press, text, isPayable, filledIn, failPrices } = await fillForm()
  failPrices(true)
  press('Apply')
  await waitUntil(() => text().includes(UNCHECKED), 'the failure')
  expect(filledIn()).toEqual(FILLED_IN)
  // The server still honours the price from before the code, and charges no other.
  expect(isPayable(PAY)).toBe(true)
  expect(text()).not.toContain('Code applied.')
  failPrices(false)
  press('Try again')
  await waitUntil(() => isPayable('Pay ₩133,000'), 'the price with the code')
  expect(text()).not.toContain(UNCHECKED)
  expect(text()).toContain('Code applied.')
  expect(filledIn()).toEqual(FILLED_IN)
})

test('without a connection the form stays, other lines are not paid at the price of those before, and the price is requested when the connection is back', async () => {
  const { network, tab, press, button, text, element, isPayable, filledIn } = await fillForm()
  network.down(true)
  await setCartCount(PASS, 3)
  await waitUntil(() => text().includes(UNCHECKED), 'the failure')
  expect(text()).toContain('You are offline.')
  expect(filledIn()).toEqual(FILLED_IN)
  expect(text()).not.toContain('₩143,000')
  expect(button(PAY)).toBeUndefined()
  element.querySelector('form')?.requestSubmit()
  press('Try again')
  await waitUntil(() => button('Try again')?.hasAttribute('aria-busy') === false, 'the second failure')
  expect(bodiesOf(network, BUY_CALL)).toEqual([])
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => isPayable('Pay ₩192,000'), 'the price of the present lines')
  expect(filledIn()).toEqual(FILLED_IN)
  expect(text()).not.toContain(UNCHECKED)
})

test('an order without an answer is requested again by the same quote when the connection is back', async () => {
  const { network, tab, press, text, address, isPayable } = await fillForm()
  const quotes = () => bodiesOf(network, QUOTE_CALL).length
  const before = quotes()
  network.down(true)
  press(PAY)
  await waitUntil(() => text().includes('You are offline.'), 'the failure')
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => isPayable(PAY) && !text().includes('You are offline.'), 'the form')
  expect(quotes()).toBe(before)
  network.fault(BUY_CALL, async () => answer(200, '200', orderOf({ state: 'paid' })))
  press(PAY)
  await waitUntil(() => address().startsWith('/cart/completed'), 'the order')
  expect(bodiesOf(network, BUY_CALL)).toHaveLength(2)
})

test('while an order may exist its quote is not replaced: no other discount, and no new price when it expires', async () => {
  const { network, clock, tab, press, text, button, isPayable } = await fillForm()
  const quoteUids = () => bodiesOf(network, BUY_CALL).map((body) => (body as { quoteUid: string }).quoteUid)
  const isLocked = () => button('Apply')?.disabled
  network.fault(BUY_CALL, async () => answer(200, 'E_UNAVAILABLE'))
  press(PAY)
  await waitUntil(() => text().includes('will not place a second order') && isPayable(PAY), 'the failure')
  expect(isLocked()).toBe(true)
  const before = bodiesOf(network, QUOTE_CALL).length
  clock.advance(31 * MINUTE_MS)
  flushSync(() => tab.fire('visible'))
  await quiet()
  expect(bodiesOf(network, QUOTE_CALL)).toHaveLength(before)
  network.fault(BUY_CALL, async () => answer(200, 'E_QUOTE_EXPIRED'))
  press(PAY)
  await waitUntil(() => isLocked() === false && isPayable(PAY), 'the refusal')
  await waitUntil(() => bodiesOf(network, QUOTE_CALL).length > before, 'another price')
  const [first] = quoteUids()
  expect(quoteUids()).toEqual(quoteUids().map(() => first))
})

test('a quote of which an order may exist also outlives a price request that failed before it', async () => {
  const { network, tab, press, text, button, isPayable } = await fillForm()
  const quotes = () => bodiesOf(network, QUOTE_CALL).length
  network.down(true)
  press('Apply')
  await waitUntil(() => text().includes(UNCHECKED), 'the failed price')
  press(PAY)
  await waitUntil(() => text().includes('will not place a second order'), 'the order without an answer')
  const before = quotes()
  network.down(false)
  await tab.runtime.online.probe()
  await quiet()
  expect(quotes()).toBe(before)
  expect(button('Try again')).toBeUndefined()
  // Other lines have another quote, of which no order exists, also when they are changed back. The code counts now.
  await setCartCount(PASS, 3)
  await waitUntil(() => isPayable('Pay ₩182,000'), 'the price of other lines')
  await setCartCount(PASS, 2)
  await waitUntil(() => isPayable('Pay ₩133,000'), 'the price of the first lines')
  expect(button('Apply')?.disabled).toBe(false)
  expect(text()).not.toContain('will not place a second order')
})
