// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { Quote } from '#contract/calls/pass.ts'
import { alertsOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { QUOTE } from './fixtures.ts'
import { BOTH, ORDER_CALL, orderOf, PAY, openPaymentForm, type Price, PROMO } from './paymentFormPage.tsx'

/** The promotion code of the payment form: priced by the server before anything is ordered. */

const PROMO_REFUSED = 'This promotion code cannot be used. You have not been charged. Check it, or continue without it.'
const WANTED = { gdsDtlUid: QUOTE.gdsDtlUid, passCnt: 1 }

/** The code BUSAN10 takes something off; any other is refused. */
const promo =
  (quote: (change?: Partial<Quote>) => Response): Price =>
  ({ promoCode }) => {
    if (promoCode === undefined) return quote()
    return promoCode === 'BUSAN10'
      ? quote({ quoteUid: 'reduced', discount: 5_500, amount: 49_500 })
      : answer(422, 'E_PROMO_CODE')
  }

test('a code that is applied by Enter is priced once, orders nothing, and its price is the one that is paid', async () => {
  const { press, network, button, text, choose, agree, ordered, priced, quote, reprice, settled } =
    await openPaymentForm()
  reprice(promo(quote))
  network.fault(ORDER_CALL, orderOf({}))
  choose('overseas_card')
  agree()
  type(fieldOf(PROMO), 'busan10')
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  flushSync(() => fieldOf(PROMO).dispatchEvent(event))
  // The browser would send the form around the field.
  expect(event.defaultPrevented).toBe(true)
  await waitUntil(() => button('Pay ₩49,500') !== undefined, 'the reduced price')
  expect(priced()).toEqual([WANTED, { ...WANTED, promoCode: 'BUSAN10' }])
  expect(text()).toContain('Promotion code−₩5,500')
  expect(text()).toContain('Total after discount₩49,500')
  await settled()
  expect(ordered()).toEqual([])
  press('Pay ₩49,500')
  await waitUntil(() => ordered().length === 1)
  expect(ordered()).toEqual([{ quoteUid: 'reduced', method: 'overseas_card', agreeYn: 'Y' }])
})

test('a code that is refused is named at its field and stays typed; the price is that without it', async () => {
  const { press, text, priced, quote, reprice, isReady } = await openPaymentForm()
  reprice(promo(quote))
  type(fieldOf(PROMO), 'OLD')
  press('Apply')
  await waitUntil(() => priced().length === 3)
  await isReady()
  expect(priced()).toEqual([WANTED, { ...WANTED, promoCode: 'OLD' }, WANTED])
  expect(errorOf(PROMO)).toBe(PROMO_REFUSED)
  expect(fieldOf(PROMO).value).toBe('OLD')
  expect(text()).toContain('Total₩55,000')
  type(fieldOf(PROMO), 'OLDER')
  expect(errorOf(PROMO)).toBeNull()
})

test('a code that was typed before is priced first; refused, it is still in its field with the reason', async () => {
  const { priced } = await openPaymentForm({
    promoCode: 'OLD',
    price: ({ promoCode }) =>
      promoCode ? answer(422, 'E_PROMO_CODE') : answer(200, '200', { ...QUOTE, methods: BOTH, expiresAt: Infinity }),
  })
  expect(priced()).toEqual([{ ...WANTED, promoCode: 'OLD' }, WANTED])
  expect(fieldOf(PROMO).value).toBe('OLD')
  expect(errorOf(PROMO)).toBe(PROMO_REFUSED)
})

test('a code without an answer stays typed, and the price stays as it was', async () => {
  const { press, element, text, reprice, isReady } = await openPaymentForm()
  reprice(() => Promise.reject(new TypeError('Failed to fetch')))
  type(fieldOf(PROMO), 'BUSAN10')
  press('Apply')
  await waitUntil(() => alertsOf(element).length === 1, 'the reason')
  await isReady()
  expect(alertsOf(element)[0]).toContain('No answer from the server. Check your connection and try again.')
  expect(fieldOf(PROMO).value).toBe('BUSAN10')
  expect(text()).toContain('Total₩55,000')
})

test('while a code is being priced, a second press asks nothing more and nothing can be ordered', async () => {
  const { press, element, button, choose, agree, ordered, priced, quote, reprice, settled } = await openPaymentForm()
  const line = Promise.withResolvers<Response>()
  reprice(() => line.promise)
  choose('overseas_card')
  agree()
  type(fieldOf(PROMO), 'BUSAN10')
  press('Apply')
  await waitUntil(() => priced().length === 2)
  press('Apply')
  press(PAY)
  flushSync(() => element.querySelector('form')?.requestSubmit())
  await settled()
  line.resolve(quote({ discount: 5_500, amount: 49_500 }))
  await waitUntil(() => button('Pay ₩49,500') !== undefined)
  expect(priced()).toHaveLength(2)
  await settled()
  expect(ordered()).toEqual([])
})

test('the button that has applied a code keeps the focus, and asks nothing more while that code is in the field', async () => {
  const { press, button, text, priced, quote, reprice, settled } = await openPaymentForm()
  reprice(promo(quote))
  type(fieldOf(PROMO), 'BUSAN10')
  button('Apply')?.focus()
  press('Apply')
  await waitUntil(() => text().includes('Code applied.'), 'the applied code')
  expect(document.activeElement).toBe(button('Apply'))
  // The focus leaves a disabled button for the page.
  expect([button('Apply')?.disabled, button('Apply')?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  press('Apply')
  expect(button('Apply')?.hasAttribute('aria-busy')).toBe(false)
  await settled()
  expect(priced()).toHaveLength(2)
})

test('an applied code is said to be applied, cannot be applied twice, and is removed by its button', async () => {
  const { press, button, text, priced, quote, reprice } = await openPaymentForm()
  reprice(promo(quote))
  type(fieldOf(PROMO), 'BUSAN10')
  press('Apply')
  await waitUntil(() => text().includes('Code applied.'), 'the applied code')
  expect(button('Apply')?.ariaDisabled).toBe('true')
  type(fieldOf(PROMO), 'BUSAN1')
  expect(text()).not.toContain('Code applied.')
  expect(button('Apply')?.ariaDisabled).toBe('false')
  type(fieldOf(PROMO), 'BUSAN10')
  press('Remove the promotion code')
  await waitUntil(() => text().includes('Total₩55,000'), 'the full price')
  expect(fieldOf(PROMO).value).toBe('')
  expect(document.activeElement?.id).toBe('promo')
  expect(priced()).toEqual([WANTED, { ...WANTED, promoCode: 'BUSAN10' }, WANTED])
})
