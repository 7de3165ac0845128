// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Product, Quote } from '#contract/calls/pass.ts'
import { replacePhone } from '#data/phone.ts'
import { PassTickets } from '#routes/-parts/home/pass-tickets.tsx'
import { ProductTicket } from '#routes/-parts/pass-paper.tsx'
import { OrderForm } from '#routes/pass/-parts/order-form.tsx'
import { PaymentForm } from '#routes/pass/-parts/payment-form.tsx'
import { Unpaid } from '#routes/pass/-parts/unpaid.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type Mounted } from '../harness/screen.tsx'
import { until } from '../harness/tabs.ts'
import { ORDER } from './fixtures.ts'
import { open } from './setup.ts'

/** What cannot be bought promises no date and no method that nobody knows of; what was not bought says where the money is. */

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

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
  saleYn: 'N',
  soldOutYn: 'N',
  places: { A: 10, B: 20 },
}

const showing = async (part: ReactNode): Promise<Mounted> => {
  const { browser, network } = open()
  const catalogue = { version: 'two', products: [PRODUCT], attractions: [] }
  network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  const tab = await browser.tab()
  replacePhone(tab.phone)
  mounted = await mountScreen(part)
  return mounted
}

test.each([
  ['the list of passes', <ProductTicket key="list" product={PRODUCT} />],
  ['the home screen', <PassTickets key="home" />],
])('on %s a pass that is off sale is said not to be on sale, and promised for no day', async (_where, part) => {
  const { text, element } = await showing(part)
  await until(() => element.querySelector('[data-product="24H"]') !== null)
  expect(text()).toContain('Not on sale')
  expect(text()).not.toContain('soon')
})

const QUOTE: Quote = {
  quoteUid: '0193a1b2-0000-7000-8000-000000000005',
  gdsUid: PRODUCT.gdsUid,
  gdsDtlUid: PRODUCT.gdsDtlUid,
  passType: '24H',
  passCnt: 1,
  unitPrice: 55_000,
  discount: 0,
  points: 0,
  amount: 55_000,
  couponUid: null,
  coupons: [],
  pointsUsable: 0,
  windowHours: 24,
  cancelDays: 7,
  methods: [],
  expiresAt: 0,
  buyer: { name: 'MINA LEE', email: 'mina@example.com', mobile: null },
}

test('a payment without any method says that it is not possible now, and asks for the price anew', async () => {
  let requests = 0
  const pricing = {
    quote: QUOTE,
    failure: null,
    busy: false,
    was: null,
    refusedPromo: null,
    apply: async () => undefined,
    again: async () => void (requests += 1),
  }
  const { text, element, button } = await showing(
    <PaymentForm quote={QUOTE} pricing={pricing} promoCode="" method={undefined} />,
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
] as const)('a pass that is %s says so, and nothing of a payment that nobody tried', async (_how, sale, notice) => {
  const { text, button } = await showing(<OrderForm product={{ ...PRODUCT, ...sale }} />)
  expect(text()).toBe(notice)
  expect(button('Buy 1 pass')).toBeUndefined()
})

test.each([
  ['cancelled', 'late', 'Being refunded'],
  ['cancelled', 'amount', 'Being refunded'],
  ['cancelled', 'abandoned', 'Not charged'],
  ['declined', 'declined', 'Not charged'],
  ['refunded', 'late', 'Refunded'],
] as const)('the amount of an order that is %s (%s) is labelled “%s”', async (state, reason, label) => {
  const { element } = await showing(<Unpaid order={{ ...ORDER, state, reason }} />)
  const labels = [...element.querySelectorAll('dt')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Order number', label])
})
