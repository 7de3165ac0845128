// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { alertsOf, fieldOf, summaryOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { ORDER, QUOTE } from './fixtures.ts'
import { BOTH, ORDER_CALL, orderOf, PAY, openPaymentForm, PROMO, refusal } from './paymentFormPage.tsx'

/** The payment form: what it asks for before an order is written, and what it says when none was. */

const METHOD_MISSING = 'Please check the payment method. You have not been charged.'
const AGREEMENT_MISSING = 'Agree to the cancellation terms to continue.'

test('without the agreement the form orders nothing, names it alone, and puts the focus there', async () => {
  const { press, element, ordered, agreementError, agree, settled } = await openPaymentForm()
  press(PAY)
  expect(summaryOf(element)).toBeNull()
  expect(agreementError()).toBe(AGREEMENT_MISSING)
  expect(document.activeElement?.id).toBe('pay-agreement')
  agree()
  expect(agreementError()).toBeNull()
  await settled()
  expect(ordered()).toEqual([])
})

test.each([
  ['the only one', ['unionpay_amex'], undefined, 'en', 'unionpay_amex'],
  ['that of the order before', BOTH, 'unionpay_amex', 'en', 'unionpay_amex'],
  ['the most likely one, not one that is no longer offered', BOTH, 'paypal', 'en', 'overseas_card'],
  ['the most likely one for readers of Simplified Chinese', BOTH, undefined, 'chs', 'unionpay_amex'],
  ['the first one where the most likely one is not offered', ['overseas_card'], undefined, 'chs', 'overseas_card'],
] as const)('a new form has a method chosen: %s', async (_which, methods, method, locale, expected) => {
  const { chosen } = await openPaymentForm({ methods: [...methods], locale, ...(method && { method }) })
  expect(chosen()).toEqual([expected])
})

test('a chosen method is reported, so that the address keeps it', async () => {
  const { choose, methodsReported } = await openPaymentForm()
  choose('unionpay_amex')
  expect(methodsReported).toEqual(['unionpay_amex'])
})

test.each([
  ['pending', '/pass/paymentstep1'],
  ['paid', '/pass/completed'],
] as const)(
  'the form requests one order with all its fields, and opens the next screen while the order is %s',
  async (state, path) => {
    const { press, network, ordered, choose, agree, address } = await openPaymentForm()
    network.fault(ORDER_CALL, orderOf({ state }))
    choose('overseas_card')
    agree()
    press(PAY)
    await waitUntil(() => address() !== '/')
    expect(address()).toBe(`${path}?ord=${ORDER.ordUid}`)
    expect(ordered()).toEqual([{ quoteUid: QUOTE.quoteUid, method: 'overseas_card', agreeYn: 'Y' }])
  },
)

test('while an order is being requested, neither a press nor Enter requests another', async () => {
  const { press, network, ordered, choose, agree, element, address, settled } = await openPaymentForm()
  const line = Promise.withResolvers<Response>()
  network.fault(ORDER_CALL, () => line.promise, Infinity)
  choose('overseas_card')
  agree()
  press(PAY)
  await waitUntil(() => ordered().length === 1)
  press(PAY)
  flushSync(() => element.querySelector('form')?.requestSubmit())
  await settled()
  line.resolve(answer(200, '200', ORDER))
  await waitUntil(() => address() !== '/')
  expect(ordered()).toHaveLength(1)
})

test.each([
  [
    'E_HOLDS',
    'You have 5 unpaid reservations or orders for passes in limited supply, or 5 with this promotion code.',
    false,
  ],
  ['E_GATEWAY', 'The payment could not be started. You have not been charged. Try again.', true],
  ['E_PAYMENT_METHOD', METHOD_MISSING, true],
  ['E_INTERNAL', 'Something went wrong on our side. Try again in a moment.', true],
] as const)(
  'after %s the reason stands by the button, and what was entered is still there',
  async (code, message, isHeld) => {
    const { press, network, element, text, choose, chosen, agree, isReady } = await openPaymentForm()
    network.fault(ORDER_CALL, refusal(code))
    type(fieldOf(PROMO), 'BUSAN10')
    choose('unionpay_amex')
    agree()
    press(PAY)
    await waitUntil(() => alertsOf(element).length === 1, 'the reason')
    await isReady()
    expect(alertsOf(element)[0]).toContain(message)
    expect(text().includes('Your order may already have been placed.')).toBe(isHeld)
    expect(fieldOf(PROMO).value).toBe('BUSAN10')
    expect(chosen()).toEqual(['unionpay_amex'])
    expect(document.querySelector<HTMLInputElement>('#pay-agreement')?.checked).toBe(true)
  },
)

test('when the server refuses an order because the price has changed, the form says so, and its button names the new price', async () => {
  const { press, network, element, button, choose, agree, ordered, quote, reprice } = await openPaymentForm()
  network.fault(ORDER_CALL, refusal('E_PRICE_CHANGED'))
  reprice(() => quote({ quoteUid: 'second', unitPrice: 60_000, amount: 60_000 }))
  choose('overseas_card')
  agree()
  press(PAY)
  await waitUntil(() => button('Pay ₩60,000') !== undefined, 'the new price')
  expect(alertsOf(element)).toEqual(['The price has changed from ₩55,000 to ₩60,000. You have not been charged.'])
  expect(ordered()).toHaveLength(1)
})

test('in a session that has lapsed the form asks to sign in, and keeps what was entered', async () => {
  const { press, peer, element, choose, chosen, agree } = await openPaymentForm()
  peer.expire(true)
  choose('unionpay_amex')
  agree()
  press(PAY)
  await waitUntil(() => alertsOf(element).length === 1, 'the reason')
  expect(alertsOf(element)[0]).toContain('Please sign in.')
  expect(chosen()).toEqual(['unionpay_amex'])
})
