// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { FittingCoupon } from '#contract/calls/coupon.ts'
import { returnFocusOfDialogs } from '../harness/dialogFocus.ts'
import { fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { COUPON, QUOTE } from './fixtures.ts'
import { openPaymentForm, ORDER_CALL, PROMO } from './paymentFormPage.tsx'

/** The coupon of the payment form: the server lists those that fit and prices each; nothing is applied by itself. */

const BEST: FittingCoupon = { ...COUPON, couponUid: 'best', name: 'Best', discount: 5_500 }
const NEXT: FittingCoupon = { ...COUPON, couponUid: 'next', name: 'Welcome', discount: 3_000 }
const WANTED = { gdsDtlUid: QUOTE.gdsDtlUid, passCnt: 1 }

type Body = { promoCode?: string; couponUid?: string }

const open = async (coupons = [BEST, NEXT]) => {
  const form = await openPaymentForm({ coupons })
  /** Prices as the server does: with the code, the coupon, or neither. */
  form.reprice(({ promoCode, couponUid }: Body) => {
    const discount = promoCode ? 1_000 : (coupons.find((each) => each.couponUid === couponUid)?.discount ?? 0)
    return form.quote({ coupons, discount, amount: 55_000 - discount, couponUid: couponUid ?? null })
  })
  return form
}

test('the best coupon is offered with the server’s discount and is not applied by itself', async () => {
  const { element, text, priced } = await open()
  expect(element.querySelector('[data-coupon=offered]')?.textContent).toContain('Best₩5,500 off with your coupon')
  expect(text()).toContain('Total₩55,000')
  expect(priced()).toEqual([WANTED])
})

test('a member without a coupon that fits sees no coupon', async () => {
  const { element } = await open([])
  expect(element.querySelector('[data-coupon]')).toBeNull()
})

test('a press that replaces the button gives the focus to the one in its place', async () => {
  const { element, press, button, text } = await open([BEST])
  button('Use the coupon: Best')?.focus()
  press('Use the coupon: Best')
  await waitUntil(() => text().includes('Total after discount₩49,500'), 'the coupon')
  expect(document.activeElement).toBe(button('Change the coupon'))

  returnFocusOfDialogs()
  press('Change the coupon')
  flushSync(() => element.querySelector<HTMLInputElement>('dialog input[value=none]')?.click())
  const apply = [...element.querySelectorAll('dialog button')].find(({ textContent }) => textContent === 'Apply')
  flushSync(() => (apply as HTMLButtonElement).click())
  await waitUntil(() => button('Use the coupon: Best') !== undefined, 'the price without it')
  await waitUntil(() => button('Use the coupon: Best')?.hasAttribute('aria-busy') === false, 'the offer')
  expect(document.activeElement).toBe(button('Use the coupon: Best'))
})

test('one press applies the coupon; another one and none can be chosen in the sheet', async () => {
  const { element, text, press, priced, button } = await open()
  press('Use the coupon: Best')
  await waitUntil(() => text().includes('Total after discount₩49,500'))
  expect(element.querySelector('[data-coupon=applied]')?.textContent).toContain('Coupon applied: ₩5,500 off')
  expect(text()).toContain('Coupon−₩5,500')
  const choose = (value: string) => {
    press('Change the coupon')
    flushSync(() => element.querySelector<HTMLInputElement>(`dialog input[value=${value}]`)?.click())
    const apply = [...element.querySelectorAll<HTMLButtonElement>('dialog button')].find(
      ({ textContent }) => textContent === 'Apply',
    )
    flushSync(() => apply?.click())
  }
  choose('next')
  await waitUntil(() => button('Pay ₩52,000') !== undefined)
  choose('none')
  await waitUntil(() => button('Pay ₩55,000') !== undefined)
  expect(priced()).toEqual([WANTED, { ...WANTED, couponUid: 'best' }, { ...WANTED, couponUid: 'next' }, WANTED])
})

test('Enter in the sheet applies the chosen coupon, and does not order', async () => {
  const { element, press, priced, ordered, button } = await open()
  press('See all 2 coupons')
  const next = element.querySelector<HTMLInputElement>('dialog input[value=next]')
  flushSync(() => next?.click())
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  flushSync(() => next?.dispatchEvent(event))
  // jsdom does not submit by Enter; browsers do, unless the event is cancelled.
  expect(event.defaultPrevented).toBe(true)
  expect(element.querySelector('dialog[open]')).toBeNull()
  await waitUntil(() => button('Pay ₩52,000') !== undefined, 'the price with the coupon')
  expect(priced()).toEqual([WANTED, { ...WANTED, couponUid: 'next' }])
  expect(ordered()).toEqual([])
})

test('a coupon replaces the promotion code and a promotion code the coupon: an order has one discount', async () => {
  const { text, press, priced } = await open()
  type(fieldOf(PROMO), 'BUSAN10')
  press('Apply')
  await waitUntil(() => text().includes('Promotion code−₩1,000'))
  expect(text()).toContain('If you use a coupon, it replaces the promotion code.')
  press('Use the coupon: Best')
  await waitUntil(() => text().includes('Coupon−₩5,500'))
  expect(fieldOf(PROMO).value).toBe('')
  type(fieldOf(PROMO), 'BUSAN10')
  press('Apply')
  await waitUntil(() => text().includes('Promotion code−₩1,000'))
  expect(priced()).toEqual([
    WANTED,
    { ...WANTED, promoCode: 'BUSAN10' },
    { ...WANTED, couponUid: 'best' },
    { ...WANTED, promoCode: 'BUSAN10' },
  ])
})

test('a coupon that was used meanwhile is named, and the price is without it', async () => {
  const form = await open()
  form.press('Use the coupon: Best')
  await waitUntil(() => form.button('Pay ₩49,500') !== undefined)
  form.reprice(({ couponUid }: Body) =>
    couponUid ? answer(422, 'E_COUPON') : form.quote({ quoteUid: 'plain', coupons: [NEXT] }),
  )
  form.network.fault(ORDER_CALL, async () => answer(200, 'E_COUPON'))
  form.choose('overseas_card')
  form.agree()
  form.press('Pay ₩49,500')
  await waitUntil(() => form.button('Pay ₩55,000') !== undefined, 'the price without it')
  expect(form.text()).toContain('Your coupon cannot be used for this order. The price is shown without it.')
  expect(form.text()).toContain('You have not been charged.')
})

test('while an order may exist its coupon cannot be changed', async () => {
  const form = await open()
  form.network.fault(ORDER_CALL, 'drop')
  form.choose('overseas_card')
  form.agree()
  form.press('Pay ₩55,000')
  await waitUntil(() => form.text().includes('Pressing the button again will not place a second order.'))
  expect(form.button('Use the coupon: Best')?.disabled).toBe(true)
  expect(form.button('See all 2 coupons')?.disabled).toBe(true)
})
