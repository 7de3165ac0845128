// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { settleOrder } from '#routes/pass/-parts/unanswered.ts'
import type { Fault } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { ORDER, QUOTE } from './fixtures.ts'
import { openPaymentForm, ORDER_CALL, orderOf, PAY, refusal } from './paymentFormPage.tsx'

/** An order whose request had no answer may exist at the server: no second order is placed beside it. */

/** The order that this tab has stored, as a reload finds it. */
const unansweredOrder = () => {
  const stored = JSON.parse(sessionStorage.getItem('harbor-pass:payment') ?? 'null') as {
    order: { ordUid: string } | null
  } | null
  return stored?.order ?? null
}

const HALF_HOUR_MS = 1_800_000
const NO_SECOND = 'Pressing the button again will not place a second order.'
const FIRST = QUOTE.quoteUid
const SECOND = 'quote-2'

/** Opens the payment screen for Mina with the agreement ticked; the server prices `FIRST`, and then `SECOND`. */
const paying = async (...buying: Fault[]) => {
  const form = await openPaymentForm({ methods: ['overseas_card'], method: 'overseas_card' })
  form.reprice(() => form.quote({ quoteUid: SECOND }))
  for (const fault of buying) form.network.fault(ORDER_CALL, fault)
  form.agree()
  /** Quotes of the orders that were requested. */
  const ordered = () => form.ordered().map((body) => (body as { quoteUid: string }).quoteUid)
  const pay = async () => {
    await form.isReady()
    const before = ordered().length
    form.press(PAY)
    await waitUntil(() => ordered().length > before, 'the request')
    await form.isReady()
  }
  return { ...form, ordered, pay, quotes: () => form.priced().length }
}

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
  expect(ordered()).toEqual([FIRST, FIRST])
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
  expect(ordered()).toEqual([FIRST, FIRST])
  await waitUntil(() => quotes() === 2 && text().includes('it is still ₩55,000'))
  expect(text()).not.toContain(NO_SECOND)
  expect(text()).not.toContain('Your order may already have been placed.')
  await pay()
  expect(ordered()).toEqual([FIRST, FIRST, SECOND])
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
  expect(ordered()).toEqual([FIRST, FIRST])
  expect(quotes()).toBe(1)
  expect(button(PAY)).toBeDefined()
})

test('after a payment without an answer, a form that is opened again shows the same quote and requests its order', async () => {
  const { ordered, pay, quotes, reopen, network, agree } = await paying('drop')
  await pay()
  const reopened = await reopen()
  expect(reopened.button(PAY)).toBeDefined()
  expect(reopened.text()).toContain('Your order may already have been placed.')
  expect(reopened.text()).toContain(NO_SECOND)
  expect(quotes()).toBe(1)
  network.fault(ORDER_CALL, refusal('E_SOLD_OUT'))
  agree()
  reopened.press(PAY)
  await waitUntil(() => reopened.text().includes('This is sold out'), 'the answer')
  expect(ordered()).toEqual([FIRST, FIRST])
  // The server has no order: the next form has a price of its own.
  const next = await reopen()
  await waitUntil(() => quotes() === 2, 'a new price')
  expect(next.text()).not.toContain('Your order may already have been placed.')
})

test('an order that was answered leaves its quote, and is stored until its payment is decided', async () => {
  const { press, address, quotes, reopen, network } = await paying()
  network.fault(ORDER_CALL, orderOf({ state: 'pending' }))
  press(PAY)
  await waitUntil(() => address() !== '/')
  expect(unansweredOrder()?.ordUid).toBe(ORDER.ordUid)
  await reopen()
  await waitUntil(() => quotes() === 2, 'a new price')
  settleOrder({ ...ORDER, state: 'pending' })
  expect(unansweredOrder()?.ordUid).toBe(ORDER.ordUid)
  settleOrder({ ...ORDER, state: 'declined' })
  expect(unansweredOrder()).toBeNull()
})
