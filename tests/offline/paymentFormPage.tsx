import { flushSync } from 'react-dom'
import { beforeEach } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import type { Order, Quote } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PaymentForm } from '#routes/pass/-parts/paymentForm.tsx'
import { clearUnanswered } from '#routes/pass/-parts/unanswered.ts'
import { useQuote } from '#routes/pass/-parts/useQuote.ts'
import { bodiesOf, waitForEarlierRequests } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { ORDER, QUOTE } from './fixtures.ts'
import { openSignedIn } from './setup.ts'

/** The payment form on Mina’s phone, and the answers of the server to what it asks. */

const QUOTE_CALL = /POST .*pass\/buyPassPayInfo/
export const ORDER_CALL = /POST .*pass\/buyPass$/
export const PAY = 'Pay ₩55,000'
export const PROMO = 'Promotion code'
export const BOTH: Quote['methods'] = ['overseas_card', 'unionpay_amex']

interface PayingProps {
  method?: string | undefined
  promoCode?: string
  onMethod: (method: string) => void
}

function Paying({ method, promoCode = '', onMethod }: PayingProps) {
  const pricing = useQuote({ gdsDtlUid: QUOTE.gdsDtlUid, passCnt: 1 }, promoCode)
  return (
    pricing.quote && (
      <PaymentForm quote={pricing.quote} pricing={pricing} promoCode={promoCode} method={method} onMethod={onMethod} />
    )
  )
}

/** The tab of the test before has left nothing open. */
beforeEach(clearUnanswered)

export type Price = (query: { promoCode?: string; couponUid?: string }) => Response | Promise<Response>

/** Mina before the form, with a price. */
export const openPaymentForm = async ({
  methods = BOTH,
  method,
  promoCode,
  price,
  coupons = [],
  locale = 'en',
}: {
  methods?: Quote['methods']
  method?: string
  promoCode?: string
  price?: Price
  coupons?: Quote['coupons']
  locale?: Locale
} = {}) => {
  const opened = await openSignedIn()
  const { tab } = opened
  replaceRuntime(tab.runtime)
  const quote = (change: Partial<Quote> = {}) =>
    answer(200, '200', {
      ...QUOTE,
      methods,
      coupons,
      expiresAt: tab.runtime.clock.now() + 1_800_000,
      ...change,
    } satisfies Quote)
  let pricing: Price = price ?? (() => quote())
  opened.network.fault(QUOTE_CALL, async (request) => pricing((await request.json()) as Parameters<Price>[0]), Infinity)
  const methodsReported: string[] = []
  const show = () =>
    mountScreen(
      <Paying method={method} {...(promoCode && { promoCode })} onMethod={(chosen) => methodsReported.push(chosen)} />,
      '/',
      locale,
    )
  const screen = await show()
  const { element, button } = screen
  const isReady = () => button(PAY)?.hasAttribute('aria-busy') === false
  await waitUntil(isReady, 'the price')
  return {
    ...opened,
    ...screen,
    tab,
    methodsReported,
    /** Leaves the form and opens it again, as a reload does: only what was stored is there. */
    reopen: async () => {
      screen.unmount()
      return show()
    },
    settled: () => waitForEarlierRequests(tab),
    quote,
    /** From now on the server prices so. */
    reprice: (next: Price) => {
      pricing = next
    },
    agree: () => flushSync(() => document.getElementById('pay-agreement')?.click()),
    choose: (value: string) =>
      flushSync(() => element.querySelector<HTMLInputElement>(`input[value=${value}]`)?.click()),
    chosen: () => [...element.querySelectorAll<HTMLInputElement>('[type=radio]:checked')].map(({ value }) => value),
    agreementError: () => document.getElementById('pay-agreement-error')?.textContent ?? null,
    ordered: () => bodiesOf(opened.network, ORDER_CALL),
    priced: () => bodiesOf(opened.network, QUOTE_CALL),
    isReady: () => waitUntil(isReady, 'an answer'),
  }
}
export const refusal =
  (code: string): Fault =>
  async () =>
    answer(422, code)
export const orderOf =
  (change: Partial<Order>): Fault =>
  async () =>
    answer(200, '200', { ...ORDER, ...change } satisfies Order)
