// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Product } from '#contract/calls/pass.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { RECONCILE_MS } from '#contract/limits.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PassTickets } from '#routes/home/-parts/passTickets.tsx'
import { ProductTicket } from '#routes/-shared/productTicket.tsx'
import { OrderForm } from '#routes/pass/-parts/orderForm.tsx'
import { PaidOrder } from '#routes/pass/-parts/paidOrder.tsx'
import { PendingOrder } from '#routes/pass/-parts/pendingOrder.tsx'
import { PaymentForm } from '#routes/pass/-parts/paymentForm.tsx'
import { UnpaidOrder } from '#routes/pass/-parts/unpaidOrder.tsx'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { ORDER, QUOTE } from './fixtures.ts'
import { openWithPeer } from './setup.ts'

/** What cannot be bought promises no date and no payment method; a failed purchase says where the money is. */

const PRODUCT: Product = {
  gdsUid: 'pass-24h',
  gdsDtlUid: 'pass-24h-mobile',
  passType: '24H',
  medium: 'mobile',
  name: 'One day',
  summary: '',
  mediumNote: '',
  windowHours: 24,
  windowText: '',
  allowance: null,
  price: 55_000,
  discounted: null,
  saleYn: 'N',
  soldOutYn: 'N',
  places: { A: 10, B: 20 },
}

const CARD: Product = {
  ...PRODUCT,
  gdsUid: 'pass-24h-card',
  gdsDtlUid: 'pass-24h-card',
  medium: 'card',
  name: 'One day, card',
}
const SAMPLE: Product = { ...PRODUCT, gdsUid: 'pass-48h', passType: '48H', saleYn: 'Y', sampleYn: 'Y' }
const SOLD_OUT: Product = { ...SAMPLE, gdsUid: 'pass-big3', passType: 'Big3', soldOutYn: 'Y' }

const showing = async (content: ReactNode): Promise<MountedScreen> => {
  const { browser, network } = openWithPeer()
  const catalogue = { version: 'two', products: [PRODUCT, CARD, SAMPLE, SOLD_OUT], attractions: [] }
  network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  return mountScreen(content)
}

test.each([
  ['the list of passes', <ProductTicket key="list" product={PRODUCT} />],
  ['the home screen', <PassTickets key="home" />],
])('on %s a pass that is off sale is called not on sale, and promised for no date', async (_where, content) => {
  const { text, element } = await showing(content)
  await waitUntil(() => element.querySelector('[data-product="24H"]') !== null)
  expect(text()).toContain('Not on sale')
  expect(text()).not.toContain('soon')
})

test('on the home screen a ticket says “Sample price” beside a price, and not beside “Sold out”', async () => {
  const { element } = await showing(<PassTickets />)
  const ticket = (passType: string) => element.querySelector(`[data-product="${passType}"]`)?.textContent ?? ''
  await waitUntil(() => ticket('48H') !== '', 'the tickets')
  expect(ticket('48H')).toContain('Sample price')
  expect(ticket('Big3')).toContain('Sold out')
  expect(ticket('Big3')).not.toContain('Sample price')
})

const PRICING = {
  quote: QUOTE,
  failure: null,
  busy: false,
  previousAmountKrw: null,
  refusedPromo: null,
  isCouponRefused: false,
  appliedPromo: '',
  isHeld: false,
  apply: async () => undefined,
  chooseCoupon: async () => undefined,
  renew: async () => undefined,
  retry: async () => undefined,
  hold: () => undefined,
  release: () => undefined,
}

const COLLECTED = 'the card has not been collected'
const ON_SALE: Product = { ...PRODUCT, saleYn: 'Y' }
const ON_SALE_CARD: Product = { ...CARD, saleYn: 'Y' }

test.each([
  { medium: 'mobile', product: ON_SALE, isCard: false },
  { medium: 'card', product: ON_SALE_CARD, isCard: true },
])('the free cancellation that is promised with a $medium pass is that of the rule', async ({ product, isCard }) => {
  const { gdsUid, medium } = product
  const form = await showing(<OrderForm product={product} />)
  expect(form.text()).toMatch(/Free cancellation within \d+ days of payment while/)
  expect(form.text().includes(COLLECTED)).toBe(isCard)
  form.unmount()
  const payment = await showing(
    <PaymentForm
      quote={{ ...QUOTE, gdsUid, medium }}
      pricing={PRICING}
      promoCode=""
      method={undefined}
      onMethod={() => undefined}
    />,
  )
  await waitUntil(() => payment.text().includes(product.name), 'the catalogue')
  expect(payment.text()).toMatch(/cancellation terms: free cancellation within \d+ days/)
  await waitUntil(() => payment.text().includes(COLLECTED) === isCard)
  payment.unmount()
  const paid = await showing(
    <PaidOrder order={{ ...ORDER, gdsUid, medium, state: 'paid', paidAt: START, cancelUntil: START }} />,
  )
  await waitUntil(
    () => paid.text().includes(isCard ? 'exchange desk' : 'What you bought will be in My Pass.'),
    'the product',
  )
  const kindOfPass = isCard ? 'unused, uncollected passes' : 'unused passes'
  expect(paid.text()).toContain(`Free cancellation of ${kindOfPass} until`)
})

test('the payment form without any method says that paying is not possible now, and can request the price again', async () => {
  let requests = 0
  const pricing = { ...PRICING, renew: async () => void (requests += 1) }
  const { text, element, button } = await showing(
    <PaymentForm quote={QUOTE} pricing={pricing} promoCode="" method={undefined} onMethod={() => undefined} />,
  )
  expect(element.querySelector('[role=alert]')?.textContent).toBe(
    'Payment is not possible at the moment. You have not been charged. Try again later.',
  )
  expect(text()).not.toContain('check the payment method')
  expect(button('Pay ₩55,000')).toBeUndefined()
  button('Try again')?.click()
  expect(requests).toBe(1)
})

test.each([
  ['off sale', { saleYn: 'N', soldOutYn: 'N' }, 'This pass is not on sale at the moment.'],
  ['sold out', { saleYn: 'Y', soldOutYn: 'Y' }, 'This pass is sold out.'],
] as const)('a pass that is %s says so, and does not mention a payment', async (_how, sale, notice) => {
  const { text, button } = await showing(<OrderForm product={{ ...PRODUCT, ...sale }} />)
  expect(text()).toBe(notice)
  expect(button('Buy 1 pass')).toBeUndefined()
})

test.each([
  ['cancelled', 'late', 'Being refunded'],
  ['cancelled', 'abandoned', 'Not charged'],
  ['declined', 'declined', 'Not charged'],
  ['refunded', 'late', 'Refunded'],
] as const)('the amount of an order that is %s (%s) is labelled “%s”', async (state, reason, label) => {
  const { element } = await showing(<UnpaidOrder order={{ ...ORDER, state, reason }} />)
  const labels = [...element.querySelectorAll('dt')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Order number', label])
})

test.each(['cancelled', 'refunded'] as const)(
  'an order that is %s because another amount was paid does not show its price as the refund',
  async (state) => {
    const { element, text } = await showing(<UnpaidOrder order={{ ...ORDER, state, reason: 'amount' }} />)
    expect([...element.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Order number'])
    expect(text()).toContain('The amount received did not match the price, so no pass was issued.')
    expect(text()).not.toContain('55,000')
  },
)

const PAID = { ...ORDER, state: 'paid' as const, paidAt: START, cancelUntil: START + 180 * DAY_MS }

test.each([
  ['mobile', PRODUCT, 'What you bought will be in My Pass.', 'exchange desk'],
  ['card', CARD, 'Show the voucher at an exchange desk to collect your card.', 'offline'],
])('a paid %s pass says how to get it', async (_medium, { gdsUid, gdsDtlUid, medium }, expected, unsaid) => {
  const { text } = await showing(<PaidOrder order={{ ...PAID, gdsUid, gdsDtlUid, medium }} />)
  await waitUntil(() => text().includes(expected))
  expect(text()).not.toContain(unsaid)
})

test.each([
  [null, 'Promotion code−₩3,000'],
  ['coupon-1', 'Coupon−₩3,000'],
])('the discount of an order with the coupon %s is named after its source', async (couponUid, line) => {
  const quote = { ...QUOTE, discount: 3_000, amount: 52_000, couponUid }
  const pricing = { ...PRICING, quote }
  const { element } = await showing(
    <PaymentForm quote={quote} pricing={pricing} promoCode="" method={undefined} onMethod={() => undefined} />,
  )
  expect([...element.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(line)
})

test('the screen of an order that takes long says that it usually, not always, ends within the minutes of a reconciliation', async () => {
  const { text } = await showing(
    <PendingOrder ord={ORDER.ordUid} order={ORDER} hasFailed={false} isSlow onRetry={() => undefined} />,
  )
  const minutes = RECONCILE_MS / MINUTE_MS
  expect(text()).toContain(
    `You can leave this page. In most cases, your order is settled within ${minutes} minutes: what you bought`,
  )
})
