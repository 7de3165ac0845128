// @vitest-environment jsdom
import { useLocation } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import type { PayInfo } from '#data/reserve.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { StepScreen } from '#routes/-shared/reserve/index.tsx'
import { clearReserveDraft } from '#routes/-shared/reserve/reserveDraft.ts'
import { alertsOf, bodiesOf, fieldOf, waitForEarlierRequests } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CHOICE, goodsOrder, paidReservation, payInfo, reservation } from './reserveFixtures.ts'
import { openSignedIn } from './setup.ts'

/** The payment of what is held, and how it ends. */

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  clearReserveDraft()
  sessionStorage.clear()
})

const PAY_INFO = /POST .*reserve\/pay-info/
const PAY = 'Pay ₩170,000'
const RSVT = reservation(0).rsvtUid
const GOODS = 'stanford-inn-busan'
const COUPON = {
  couponUid: 'coupon-1',
  name: 'Welcome coupon',
  discount: 10_000,
  expiresAt: null,
  daysLeft: null,
} as PayInfo['coupons'][number]

type Asked = Record<string, unknown>
type Priced = (body: Asked, now: number) => PayInfo | string

/** The step that the address names; other steps show nothing. */
const Step = () => {
  const { step } = useLocation().search as { step?: string }
  if (step !== 'pay' && step !== 'done') return null
  return (
    <StepScreen
      address="/hotel/{goodsId}"
      goodsId={GOODS}
      step={step}
      option={undefined}
      priceSn={undefined}
      count={1}
      rsvtUid={RSVT}
    />
  )
}

/** Mina at a step of a reservation; the server answers `/reserve/pay-info` as `priced` says. */
const open = async (step: 'pay' | 'done', priced: Priced = (_, now) => payInfo(now)) => {
  const opened = await openSignedIn()
  const { tab, network } = opened
  replaceRuntime(tab.runtime)
  const now = () => tab.runtime.clock.now()
  let price = priced
  const answering: Fault = async (request) => {
    const result = price((await request.json()) as Asked, now())
    return typeof result === 'string' ? answer(200, result) : answer(200, '200', result)
  }
  const serve = () => network.fault(PAY_INFO, answering, Infinity)
  const show = () => mountScreen(<Step />, `/hotel/${GOODS}?step=${step}&rsvtUid=${RSVT}`)
  return {
    ...opened,
    now,
    serve,
    show,
    reprice: (next: Priced) => {
      price = next
    },
    bodies: () => bodiesOf(network, PAY_INFO) as Asked[],
  }
}

/** The payment form, with its price. */
const openForm = async (priced?: Priced) => {
  const opened = await open('pay', priced)
  opened.serve()
  const screen = await opened.show()
  const isReady = () =>
    waitUntil(
      () => screen.element.querySelector('[type=submit]')?.hasAttribute('aria-busy') === false,
      'the payment form',
    )
  await isReady()
  return {
    ...opened,
    ...screen,
    isReady,
    agree: () => flushSync(() => document.getElementById('pay-agreement')?.click()),
  }
}
/** The first step with the same choice. */
const FIRST_STEP = `/hotel/${GOODS}?step=reserve&option=${CHOICE.option}&priceSn=${CHOICE.priceSn}&count=1`

test('points that are applied stay in the same field, beside the button that was pressed', async () => {
  const { element, press, text, button, bodies } = await openForm(({ points = 0 }, now) => ({
    ...payInfo(now),
    pointsUsable: 5_000,
    amount: 170_000 - Number(points),
  }))
  const field = element.querySelector<HTMLInputElement>('#pay-points')
  const useAll = button('Use all')
  useAll?.focus()
  press('Use all')
  await waitUntil(() => text().includes('Points used: ₩5,000 off'), 'the applied points')
  expect(bodies().at(-1)).toMatchObject({ points: 5_000 })
  expect(field?.value).toBe('5000')
  expect([element.querySelector('#pay-points'), button('Use all')]).toEqual([field, useAll])
  expect(field?.isConnected).toBe(true)
})

test('the button that has applied points keeps the focus, and asks nothing more until other points are typed', async () => {
  const { element, press, text, button, bodies, tab } = await openForm(({ points = 0 }, now) => ({
    ...payInfo(now),
    pointsUsable: 5_000,
    amount: 170_000 - Number(points),
  }))
  const pressed = (name: string) => {
    const buttons = element.querySelector('#pay-points')?.closest('div')?.querySelectorAll('button') ?? []
    const named = [...buttons].find(({ textContent }) => textContent === name)
    named?.focus()
    flushSync(() => named?.click())
    return named
  }
  for (const [name, off] of [
    ['Use all', '₩5,000'],
    ['Apply', '₩1,200'],
  ] as const) {
    if (name === 'Apply') type(element.querySelector<HTMLInputElement>('#pay-points'), '1200')
    const named = pressed(name)
    await waitUntil(() => text().includes(`Points used: ${off} off`), 'the applied points')
    expect(document.activeElement).toBe(named)
    // The focus leaves a disabled button for the page.
    expect([named?.disabled, named?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    const before = bodies().length
    pressed(name)
    await waitForEarlierRequests(tab)
    expect(bodies()).toHaveLength(before)
  }
  press('Use all')
  await waitUntil(() => button('Pay ₩165,000') !== undefined, 'all points')
})

test('what is held shows its time, the guest, the price and the terms before anything is paid', async () => {
  const { text, element, links, press } = await openForm()
  expect(element.querySelector('[data-hold] [role=timer]')?.textContent).toMatch(/^(10:00|9:\d\d)$/)
  expect(text()).toContain('MINA LEE')
  expect(text()).toContain('₩85,000 × 2 nights × 1 room')
  expect(links('Edit')).toEqual([FIRST_STEP])
  press('Read the cancellation terms')
  expect(document.querySelector('dialog[open]')?.textContent).toContain('the full amount goes back to your card')
})

test('when the time is over nothing can be paid: no charge, nothing lost, and the way to price it again', async () => {
  const { clock, tab, text, links, button } = await openForm()
  clock.advance(RESERVE_HOLD_MS)
  flushSync(() => tab.fire('visible'))
  await waitUntil(() => text().includes('Your reservation is no longer held'), 'the end of the hold')
  expect(text()).toContain('You have not been charged. We have kept what you typed')
  expect(button(PAY)).toBeUndefined()
  expect(links('Check the price again')).toEqual([FIRST_STEP])
})

test('a hold that the server has ended says so when paying, too', async () => {
  const { agree, press, reprice, text, links } = await openForm()
  agree()
  reprice(() => 'E_HOLD_OVER')
  press(PAY)
  await waitUntil(() => text().includes('Your reservation is no longer held'), 'the end of the hold')
  expect(links('Check the price again')).toEqual([FIRST_STEP])
})

test('without the agreement nothing is paid, and the focus is on it', async () => {
  const { press, bodies } = await openForm()
  press(PAY)
  expect(document.getElementById('pay-agreement-error')?.textContent).toBe(
    'Agree to the cancellation terms to continue.',
  )
  expect(document.activeElement?.id).toBe('pay-agreement')
  expect(bodies().filter(({ method }) => method !== undefined)).toEqual([])
})

test('the first coupon is offered and applied by a press; a code replaces it, and both survive a reload', async () => {
  const priced: Priced = ({ couponUid, promoCode }, now) => {
    const discount = couponUid ? 10_000 : promoCode ? 17_000 : 0
    return payInfo(now, { coupons: [COUPON], discount, amount: 170_000 - discount })
  }
  const { button, press, text, bodies, isReady, unmount, show } = await openForm(priced)
  expect(text()).toContain('₩10,000 off with your coupon')
  press('Use the coupon: Welcome coupon')
  await waitUntil(() => button('Pay ₩160,000') !== undefined, 'the coupon')
  expect(text()).toContain('Discount−₩10,000')
  type(fieldOf('Promotion code'), 'HARBOR10')
  press('Apply')
  await waitUntil(() => button('Pay ₩153,000') !== undefined, 'the code')
  await isReady()
  expect(bodies().at(-1)).toEqual({ reserveId: RSVT, promoCode: 'HARBOR10' })
  unmount()
  const reloaded = await show()
  await waitUntil(() => reloaded.button('Pay ₩153,000') !== undefined, 'the code after a reload')
  expect(fieldOf('Promotion code').value).toBe('HARBOR10')
})

test('a code that is refused is named at its field, and the price is without it', async () => {
  const { press, button, isReady } = await openForm(({ promoCode }, now) => (promoCode ? 'E_PROMO_CODE' : payInfo(now)))
  type(fieldOf('Promotion code'), 'NOPE')
  press('Apply')
  await waitUntil(() => document.getElementById('promo-error') !== null, 'the error')
  await isReady()
  expect(button(PAY)).toBeDefined()
})

test('points are offered only where they can be spent, at most those that can', async () => {
  const without = await openForm()
  expect(without.element.querySelector('#pay-points')).toBeNull()
  without.unmount()
  const { press, button, bodies } = await openForm(({ points = 0 }, now) =>
    payInfo(now, { pointsUsable: 4_000, points: Number(points), amount: 170_000 - Number(points) }),
  )
  press('Use all')
  await waitUntil(() => button('Pay ₩166,000') !== undefined, 'the points')
  expect(bodies().at(-1)).toEqual({ reserveId: RSVT, points: 4_000 })
})

test('paying sends method, agreement and discounts once, and shows the order whose payment is open', async () => {
  const { agree, press, text, bodies, reprice } = await openForm()
  reprice(({ method }, now) => payInfo(now, method ? { order: goodsOrder(now) } : {}))
  agree()
  press(PAY)
  press(PAY)
  await waitUntil(() => text().includes('Your payment is not confirmed yet'), 'the open order')
  expect(bodies().filter(({ method }) => method !== undefined)).toEqual([
    { reserveId: RSVT, method: 'overseas_card', agreeYn: 'Y' },
  ])
})

test.each(['OFFLINE', 'E_GATEWAY'])('after %s another press asks for the same order', async (code) => {
  const { agree, press, element, isReady, network, bodies, text, reprice } = await openForm()
  agree()
  if (code === 'OFFLINE') network.down(true)
  else reprice(({ method }, now) => (method ? code : payInfo(now)))
  press(PAY)
  await waitUntil(() => alertsOf(element).length > 0, 'the error')
  expect(alertsOf(element)[0]).toContain('Pressing the button again will not place a second order.')
  network.down(false)
  reprice((_, now) => payInfo(now, { order: goodsOrder(now) }))
  await isReady()
  press(PAY)
  await waitUntil(() => text().includes('Your payment is not confirmed yet'), 'the open order')
  expect(bodies().filter(({ method }) => method !== undefined)).toHaveLength(2)
})

test('a payment that was decided elsewhere leads to its result', async () => {
  const opened = await open('pay', (_, now) => payInfo(now, { order: goodsOrder(now, { state: 'declined' }) }))
  opened.serve()
  const { address } = await opened.show()
  await waitUntil(() => address() === `/hotel/${GOODS}?step=done&rsvtUid=${RSVT}`, 'the result')
})

test.each([
  ['declined', 'declined', 'The payment did not go through', 'You have not been charged.'],
  ['declined', 'domestic_card', 'The payment was declined', 'You have not been charged.'],
  ['cancelled', 'abandoned', 'The reservation was cancelled', 'You have not been charged for this order'],
  ['cancelled', 'late', 'The reservation was cancelled', 'We are returning your payment in full.'],
  ['refunded', 'amount', 'We have refunded your payment', 'The full amount goes back to your card.'],
] as const)('an order that is %s (%s) says what happened to the money', async (state, reason, title, money) => {
  const opened = await open('done', (_, now) =>
    payInfo(now, { reservation: reservation(now, { state: 'lapsed' }), order: goodsOrder(now, { state, reason }) }),
  )
  opened.serve()
  const { element, text, links } = await opened.show()
  await waitUntil(() => alertsOf(element).length > 0, 'the result')
  const isLapsed = reason === 'abandoned'
  expect(text()).toContain(isLapsed ? 'Not paid in time' : title)
  expect(text()).toContain(money)
  expect(text().includes('You have not been charged.')).toBe(state === 'declined')
  expect(links(state === 'declined' ? 'Try again' : 'Reserve again')).toEqual([FIRST_STEP])
})

test('a confirmed reservation has its number, the voucher, the calendar file and the list', async () => {
  const opened = await open('done', (_, now) =>
    payInfo(now, { reservation: paidReservation(now, 'confirmed'), order: goodsOrder(now, { state: 'paid' }) }),
  )
  opened.serve()
  const { text, links, button } = await opened.show()
  await waitUntil(() => text().includes('Your reservation is confirmed'), 'the result')
  expect(text()).toContain('Reservation numberHR-261126-7F3A')
  expect(links('Show the voucher')).toEqual([`/myPage/voucher?rsvtUid=${RSVT}`])
  expect(links('My reservations')).toEqual([`/myPage/reservations?rsvtUid=${RSVT}`])
  expect(button('Add to calendar')).toBeDefined()
})

test('a request that is paid says when the place answers, and has no voucher yet', async () => {
  const opened = await open('done', (_, now) =>
    payInfo(now, { reservation: paidReservation(now, 'requested'), order: goodsOrder(now, { state: 'paid' }) }),
  )
  opened.serve()
  const { text, links } = await opened.show()
  await waitUntil(() => text().includes('The place has 48 hours to answer.'), 'the result')
  expect(links('Show the voucher')).toEqual([])
})

test('a reservation of another account is named as such, and its payment is not tried again', async () => {
  const opened = await open('pay', () => 'E_NOT_FOUND')
  opened.serve()
  const { element, button, links } = await opened.show()
  await waitUntil(() => alertsOf(element).length > 0, 'the error')
  expect(alertsOf(element)[0]).toContain('There is no such reservation in your account.')
  expect(button('Try again')).toBeUndefined()
  expect(links('My reservations')).toEqual(['/myPage/reservations'])
})
