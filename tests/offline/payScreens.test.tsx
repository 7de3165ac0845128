// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { Quote } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PaymentForm } from '#routes/pass/-parts/paymentForm.tsx'
import { useQuote } from '#routes/pass/-parts/useQuote.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { QUOTE } from './fixtures.ts'
import { waitForFirstPulls, openWithPeer, person } from './setup.ts'

/** An order whose request had no answer may exist at the server: no second order is placed beside it. */

const HALF_HOUR_MS = 1_800_000
const PRICED = /POST .*pass\/buyPassPayInfo/
const BOUGHT = /POST .*pass\/buyPass$/
const PAY = 'Pay ₩55,000'
const NO_SECOND = 'Tapping again will not place a second order.'

function Paying() {
  const pricing = useQuote({ gdsDtlUid: QUOTE.gdsDtlUid, passCnt: 1 }, '')
  return pricing.quote && <PaymentForm quote={pricing.quote} pricing={pricing} promoCode="" method="overseas_card" />
}

/** Opens the payment screen for Mina with the agreement ticked; quotes are numbered `quote-1`, `quote-2` … */
const paying = async (...buying: Fault[]) => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  let quotes = 0
  const price = async () => {
    quotes += 1
    const quote: Quote = {
      ...QUOTE,
      quoteUid: `quote-${quotes}`,
      methods: ['overseas_card'],
      expiresAt: tab.runtime.clock.now() + HALF_HOUR_MS,
    }
    return answer(200, '200', quote)
  }
  network.fault(PRICED, price, Infinity)
  for (const fault of buying) network.fault(BOUGHT, fault)
  const screen = await mountScreen(<Paying />)
  const { element, button, text, press } = screen
  const isReady = () => button(PAY)?.hasAttribute('aria-busy') === false
  await waitUntil(isReady)
  flushSync(() => element.querySelector<HTMLInputElement>('#pay-agreement')?.click())
  /** Quotes of the orders that were requested. */
  const ordered = () =>
    network.sentRequests
      .filter(({ method, path }) => BOUGHT.test(`${method} ${path}`))
      .map(({ body }) => (JSON.parse(body) as { quoteUid: string }).quoteUid)
  const pay = async () => {
    await waitUntil(isReady)
    const before = ordered().length
    press(PAY)
    await waitUntil(() => ordered().length > before && isReady())
  }
  return { tab, clock, text, button, element, ordered, pay, quotes: () => quotes }
}

const refusal =
  (code: string): Fault =>
  async () =>
    answer(422, code)

test('after a payment without an answer no other code is applied, and the same order is requested again', async () => {
  const { element, button, text, ordered, pay } = await paying('drop', 'drop')
  const field = element.querySelector<HTMLInputElement>('#promo')
  type(field, 'BUSAN10')
  expect(button('Apply')?.disabled).toBe(false)
  await pay()
  expect(text()).toContain(NO_SECOND)
  flushSync(() => button('Apply')?.click())
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await pay()
  expect(ordered()).toEqual(['quote-1', 'quote-1'])
  expect(text()).toContain(NO_SECOND)
  expect(text()).toContain('Your order may already have been placed.')
})

test('a quote that expires without an answer stays until the server says that it has no order', async () => {
  const { tab, clock, button, text, ordered, pay, quotes } = await paying(
    'drop',
    refusal('E_QUOTE_EXPIRED'),
    refusal('E_SOLD_OUT'),
  )
  await pay()
  clock.advance(HALF_HOUR_MS)
  flushSync(() => tab.fire('visible'))
  await pay()
  expect(ordered()).toEqual(['quote-1', 'quote-1'])
  await waitUntil(() => quotes() === 2 && text().includes('it is still ₩55,000'))
  expect(text()).not.toContain(NO_SECOND)
  expect(text()).not.toContain('Your order may already have been placed.')
  await pay()
  expect(ordered()).toEqual(['quote-1', 'quote-1', 'quote-2'])
  expect(text()).toContain('This is sold out')
  expect(button(PAY)).toBeDefined()
})

test('a quote that expires while its order is being requested is not replaced', async () => {
  const arrived = Promise.withResolvers<void>()
  const line = Promise.withResolvers<Response>()
  const { tab, clock, button, text, ordered, pay, quotes } = await paying(async () => {
    arrived.resolve()
    return line.promise
  }, 'drop')
  const first = pay()
  await arrived.promise
  clock.advance(HALF_HOUR_MS)
  flushSync(() => tab.fire('visible'))
  line.reject(new TypeError('Failed to fetch'))
  await first
  await waitUntil(() => text().includes(NO_SECOND))
  await pay()
  expect(ordered()).toEqual(['quote-1', 'quote-1'])
  expect(quotes()).toBe(1)
  expect(button(PAY)).toBeDefined()
})
