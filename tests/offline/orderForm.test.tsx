// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { Product, Quote } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { OrderForm } from '#routes/pass/-parts/orderForm.tsx'
import { bodiesOf, errorOf, fieldOf, waitForEarlierRequests } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { QUOTE } from './fixtures.ts'
import { waitForFirstPulls, openWithPeer, person } from './setup.ts'

/** The order of a pass: how many, with which promotion code. It asks the server about the code alone. */

const PRODUCT: Product = {
  gdsUid: 'pass-24h',
  gdsDtlUid: 'pass-24h-mobile',
  passType: '24H',
  medium: 'mobile',
  name: '24H',
  summary: '',
  mediumNote: '',
  windowHours: 24,
  windowText: '',
  allowance: null,
  price: 55_000,
  discounted: null,
  saleYn: 'Y',
  soldOutYn: 'N',
  places: { A: 10, B: 20 },
}
const PRICED = /POST .*pass\/buyPassPayInfo/
const PROMO = 'Promotion code'
const LATER = 'We will check the code after you sign in.'
const REFUSED = 'This promotion code cannot be used. You have not been charged. Check it, or continue without it.'

/** The form on the phone of a guest, or of Mina; `answers` are those to her questions about a code, in order. */
const ordering = async (who: 'guest' | 'member', ...answers: Fault[]) => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  if (who === 'member') {
    await person(tab).signIn('mina')
    await waitForFirstPulls(tab)
  }
  replaceRuntime(tab.runtime)
  for (const each of answers) opened.network.fault(PRICED, each)
  const screen = await mountScreen(<OrderForm product={PRODUCT} />)
  return {
    ...opened,
    ...screen,
    tab,
    field: () => fieldOf(PROMO),
    enter: () => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      flushSync(() => fieldOf(PROMO).dispatchEvent(event))
      return event
    },
    sum: () => screen.element.querySelector('[aria-live=polite]')?.textContent,
    sentQuotes: () => bodiesOf(opened.network, PRICED),
    isAnswered: () => waitUntil(() => screen.button('Apply')?.hasAttribute('aria-busy') === false, 'an answer'),
  }
}
const quoteWith = (discount: number): Response => {
  const quote: Quote = { ...QUOTE, discount, amount: QUOTE.unitPrice - discount }
  return answer(200, '200', quote)
}
const discountOf =
  (discount: number): Fault =>
  async () =>
    quoteWith(discount)
const refusal =
  (code: string, headers = {}): Fault =>
  async () =>
    answer(422, code, null, headers)

test('the number of passes stays between 1 and 6, and goes with its price to the payment', async () => {
  const { button, press, sum, address, sentQuotes, tab } = await ordering('guest')
  expect(button('One fewer')?.getAttribute('aria-disabled')).toBe('true')
  expect(sum()).toBe('1 × ₩55,000₩55,000')
  for (let count = 2; count <= 6; count += 1) {
    expect(button('One more')?.getAttribute('aria-disabled')).toBe('false')
    press('One more')
  }
  expect(button('One more')?.getAttribute('aria-disabled')).toBe('true')
  expect(sum()).toBe('6 × ₩55,000₩330,000')
  press('One fewer')
  press('Buy 5 passes')
  await waitUntil(() => address() !== '/')
  expect(address()).toBe('/pass/paymentInfo?gdsDtlUid=pass-24h-mobile&passCnt=5')
  await waitForEarlierRequests(tab)
  expect(sentQuotes()).toEqual([])
})

test.each(['', '  '])(
  'the promotion code “%s” cannot be applied, by button or by Enter, and is not carried on',
  async (code) => {
    const { button, press, enter, address, sentQuotes, field, tab } = await ordering('member')
    type(field(), code)
    expect(button('Apply')?.disabled).toBe(true)
    press('Apply')
    // Enter sends no form around the field.
    expect(enter().defaultPrevented).toBe(true)
    press('Buy 1 pass')
    await waitUntil(() => address() !== '/')
    expect(address()).toBe('/pass/paymentInfo?gdsDtlUid=pass-24h-mobile&passCnt=1')
    await waitForEarlierRequests(tab)
    expect(sentQuotes()).toEqual([])
  },
)

test.each(['button', 'Enter'])(
  'a member’s code, applied by %s, is asked about once, taken off and carried on',
  async (by) => {
    const { press, enter, sum, address, sentQuotes, text, field } = await ordering('member', discountOf(5_500))
    type(field(), ' busan10 ')
    if (by === 'Enter') enter()
    else press('Apply')
    await waitUntil(() => text().includes('Applied: ₩5,500 off.'))
    expect(sentQuotes()).toEqual([{ gdsDtlUid: 'pass-24h-mobile', passCnt: 1, promoCode: 'BUSAN10' }])
    expect(sum()).toBe('1 × ₩55,000 − ₩5,500₩49,500')
    press('Buy 1 pass')
    await waitUntil(() => address() !== '/')
    expect(address()).toBe('/pass/paymentInfo?gdsDtlUid=pass-24h-mobile&passCnt=1&promoCode=BUSAN10')
  },
)

test('the discount of one number of passes is not promised for another', async () => {
  const { press, sum, text, field } = await ordering('member', discountOf(5_500))
  type(field(), 'BUSAN10')
  press('Apply')
  await waitUntil(() => text().includes('Applied: ₩5,500 off.'))
  press('One more')
  expect(sum()).toBe('2 × ₩55,000₩110,000')
  expect(text()).toContain('The discount will be recalculated at payment.')
  expect(text()).not.toContain('Applied')
})

test('a code that is refused says why at its field, stays typed, and says no more once it is changed', async () => {
  const { press, sum, field, isAnswered } = await ordering('member', refusal('E_PROMO_CODE'))
  type(field(), 'OLD')
  press('Apply')
  await isAnswered()
  expect(errorOf(PROMO)).toBe(REFUSED)
  expect(field().value).toBe('OLD')
  expect(sum()).toBe('1 × ₩55,000₩55,000')
  type(field(), 'NEW')
  expect(errorOf(PROMO)).toBeNull()
})

test.each([
  [
    'too many were tried',
    refusal('E_THROTTLED', { 'retry-after': '90' }),
    'Too many attempts. Try again in 1 min 30 s.',
  ],
  ['there is no answer', 'drop', 'No answer from the server. Check your connection and try again.'],
] as const)(
  'when %s, the field says so, and the code goes to the payment as it was typed',
  async (_why, fault, message) => {
    const { press, address, field, isAnswered } = await ordering('member', fault)
    type(field(), 'BUSAN10')
    press('Apply')
    await isAnswered()
    expect(errorOf(PROMO)).toBe(message)
    expect(field().value).toBe('BUSAN10')
    press('Buy 1 pass')
    await waitUntil(() => address() !== '/')
    expect(address()).toBe('/pass/paymentInfo?gdsDtlUid=pass-24h-mobile&passCnt=1&promoCode=BUSAN10')
  },
)

test('an answer to a code that was changed meanwhile says nothing about the code that is typed by now', async () => {
  const line = Promise.withResolvers<void>()
  const { tab, field, press, sum, text, address, sentQuotes } = await ordering('member', async () => {
    await line.promise
    return quoteWith(5_000)
  })
  type(field(), 'FIRST')
  press('Apply')
  await waitUntil(() => sentQuotes().length === 1, 'the request')
  type(field(), 'SECOND')
  line.resolve()
  await waitForEarlierRequests(tab)
  // React renders what was set in the next turns.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(sum()).toBe('1 × ₩55,000₩55,000')
  expect(text()).not.toContain('Applied')
  press('Buy 1 pass')
  await waitUntil(() => address().startsWith('/pass/paymentInfo'), 'the payment')
  expect(new URLSearchParams(address().split('?')[1]).get('promoCode')).toBe('SECOND')
})

test('a second press of Apply while the code is being checked asks nothing more', async () => {
  const { press, network, sentQuotes, text, field, tab } = await ordering('member')
  const line = Promise.withResolvers<Response>()
  network.fault(PRICED, () => line.promise, Infinity)
  type(field(), 'BUSAN10')
  press('Apply')
  await waitUntil(() => sentQuotes().length === 1)
  press('Apply')
  await waitForEarlierRequests(tab)
  line.resolve(quoteWith(5_500))
  await waitUntil(() => text().includes('Applied'))
  expect(sentQuotes()).toHaveLength(1)
})

test.each(['guest', 'member whose session has lapsed'])(
  'the code of a %s is not checked before the sign-in: the form sends nothing',
  async (who) => {
    const { press, address, sentQuotes, text, field, tab, peer } = await ordering(who === 'guest' ? 'guest' : 'member')
    if (who !== 'guest') {
      peer.expire(true)
      await tab.runtime.pulls.pull('newsfeed', true)
      await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')
    }
    expect(text()).not.toContain(LATER)
    type(field(), 'busan10')
    press('Apply')
    expect(text()).toContain(LATER)
    press('Buy 1 pass')
    await waitUntil(() => address() !== '/')
    expect(address()).toBe('/pass/paymentInfo?gdsDtlUid=pass-24h-mobile&passCnt=1&promoCode=BUSAN10')
    await waitForEarlierRequests(tab)
    expect(sentQuotes()).toEqual([])
  },
)

test('offline, the form says that passes can be bought when online again; back online, it does not say so', async () => {
  const { network, tab, text } = await ordering('guest')
  const OFFLINE = 'You are offline. You can buy passes as soon as you are back online.'
  expect(text()).not.toContain(OFFLINE)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes(OFFLINE))
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => !text().includes(OFFLINE))
})
