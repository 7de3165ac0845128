// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { CART_LINES_MAX } from '#contract/limits.ts'
import { addToCart, useCartLineCount } from '#data/cart.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { CartOrderScreen } from '#routes/cart/-parts/cartOrderScreen.tsx'
import { CartScreen } from '#routes/cart/-parts/cartScreen.tsx'
import { Toasts } from '#routes/-shell/toasts.tsx'
import { bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { BUY_CALL, fill, ORD, orderOf, PASS, QUOTE_CALL, quoteOf, SEAT, stored, type Problems } from './filledCart.ts'
import { openSignedIn, openWithPeer, person } from './setup.ts'

/** The cart on Mina’s phone: what is stored, what the server says of it, and what its order has become. */

function Count() {
  return <output data-count>{useCartLineCount()}</output>
}
const show = () =>
  mountScreen(
    <>
      <CartScreen />
      <Count />
      <Toasts />
    </>,
    '/cart',
  )
/** Mina, signed in, with both lines in her cart; the server answers with `problems`. */
const openMember = async (problems: Problems = {}) => {
  const opened = await openSignedIn()
  await fill(opened.tab, PASS, SEAT)
  let quotes = 0
  opened.network.fault(
    QUOTE_CALL,
    async (request) => {
      const { lines } = (await request.json()) as { lines: Parameters<typeof quoteOf>[0] }
      const quote = quoteOf(lines, problems)
      if (quote.quoteUid === null) return answer(200, '200', quote)
      // Each answer is another quote.
      quotes += 1
      return answer(200, '200', { ...quote, quoteUid: `quote-${quotes}` })
    },
    Infinity,
  )
  return { ...opened, ...(await show()), lastQuoteUid: () => `quote-${quotes}` }
}

test('a guest’s cart is on this phone: counted, changed, removed with a way back, kept at a sign-in and emptied at a sign-out', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  await fill(tab, PASS, SEAT)
  network.down(true)
  await tab.runtime.online.probe()
  const { element, text, links, press, button } = await show()
  await waitUntil(() => text().includes('₩143,000'), 'the total')
  expect(text()).toContain('You are offline.')
  expect(element.querySelector('[data-count]')?.textContent).toBe('2')
  expect(links('24H Mobile Pass')).toEqual(['/pass/pass-24h-mobile'])
  expect(links('Sign in to pay')).toEqual(['/login?returnTo=%2Fcart'])
  expect(button('Remove: Perfume class')).toBeDefined()

  const row = () => element.querySelector(`[data-line="${PASS.gdsDtlUid}"]`)
  flushSync(() => row()?.querySelector<HTMLButtonElement>('[aria-label="One more"]')?.click())
  await waitUntil(() => text().includes('₩192,000'), 'the new total')
  expect((await stored(tab)).map(({ count }) => count)).toEqual([3, 1])

  press('Remove: 24H Mobile Pass')
  await waitUntil(() => row() === null, 'the line to go')
  await waitUntil(() => button('Undo') !== undefined, 'the way back')
  press('Undo')
  await waitUntil(() => row() !== null, 'the line to come back')
  expect((await stored(tab)).map(({ gdsDtlUid }) => gdsDtlUid)).toEqual([PASS.gdsDtlUid, SEAT.gdsDtlUid])

  network.down(false)
  await person(tab).signIn('mina')
  expect(await stored(tab)).toHaveLength(2)
  await person(tab).signOut('discard')
  expect(await stored(tab)).toEqual([])
})

test('the same goods at the same time are one line of at most six, and the cart holds so many lines and no more', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await fill(tab, { ...SEAT, count: 4 }, { ...SEAT, count: 4 })
  expect((await stored(tab)).map(({ count }) => count)).toEqual([6])
  for (let nth = 1; nth < CART_LINES_MAX; nth += 1) await fill(tab, { ...SEAT, priceSn: `2026120${nth}T1100` })
  expect(await addToCart({ ...SEAT, priceSn: '20261224T1100' })).toBe('full')
  expect(await addToCart({ ...SEAT, count: 1 })).toBe('added')
  expect(await stored(tab)).toHaveLength(CART_LINES_MAX)
})

test('a phone that stores nothing says so', async () => {
  const { browser } = openWithPeer({ isStorageRefused: true })
  replaceRuntime((await browser.tab()).runtime)
  expect(await addToCart(PASS)).toBe('failed')
})

test('a price that has changed is shown before the payment, and is paid only after it was accepted', async () => {
  const { text, press, button, network, tab } = await openMember({
    [PASS.gdsDtlUid]: { problem: 'price', unitPrice: 51_000 },
  })
  await waitUntil(() => text().includes('The price per item has changed from ₩49,000 to ₩51,000.'), 'the change')
  expect(button('Pay ₩147,000')).toBeUndefined()
  press('Continue with the new prices')
  await waitUntil(() => button('Pay ₩147,000') !== undefined, 'the payment')
  expect((await stored(tab)).map(({ unitPrice }) => unitPrice)).toEqual([51_000, 45_000])
  expect(bodiesOf(network, BUY_CALL)).toEqual([])
})

test.each([
  ['sold_out', 'Sold out, or fewer available than you chose.'],
  ['not_offered', 'This is no longer offered.'],
  ['date', 'This date or time can no longer be reserved.'],
] as const)('a line that is %s is named, and the cart is paid without it', async (problem, sentence) => {
  const { element, text, press, button } = await openMember({ [SEAT.gdsDtlUid]: { problem } })
  await waitUntil(() => text().includes(sentence), 'the problem')
  expect(element.querySelector(`[data-line="${SEAT.gdsDtlUid}"]`)?.textContent).toContain(sentence)
  expect(text()).toContain('Some items cannot be bought as they are.')
  expect(button('Pay ₩98,000')).toBeUndefined()
  press('Remove: Perfume class')
  await waitUntil(() => button('Pay ₩98,000') !== undefined, 'the payment of the rest')
})

test('the cart is paid with agreement and method, once, and its lines are marked until the payment is decided', async () => {
  const { press, button, network, tab, text, address, lastQuoteUid } = await openMember()
  network.fault(BUY_CALL, async () => answer(200, '200', orderOf({ state: 'paid' })))
  await waitUntil(() => button('Pay ₩143,000')?.hasAttribute('aria-busy') === false, 'the price')
  press('Pay ₩143,000')
  expect(bodiesOf(network, BUY_CALL)).toEqual([])
  flushSync(() => document.getElementById('pay-agreement')?.click())
  press('Pay ₩143,000')
  press('Pay ₩143,000')
  await waitUntil(() => address() === `/cart/completed?ord=${ORD}`, 'the order')
  expect(bodiesOf(network, BUY_CALL)).toEqual([{ quoteUid: lastQuoteUid(), method: 'overseas_card', agreeYn: 'Y' }])
  expect((await stored(tab)).map(({ ordUid }) => ordUid)).toEqual([ORD, ORD])
  expect(text()).not.toContain('Pay ₩')
})

/** Presses the button that pays when the price is known, and resolves when the press has ended. */
const pay = async ({ press, button }: Pick<Awaited<ReturnType<typeof openMember>>, 'press' | 'button'>) => {
  const isReady = () => button('Pay ₩143,000')?.hasAttribute('aria-busy') === false
  await waitUntil(isReady, 'the price')
  const agreement = document.getElementById('pay-agreement')
  if (agreement instanceof HTMLInputElement && !agreement.checked) flushSync(() => agreement.click())
  press('Pay ₩143,000')
  await waitUntil(isReady, 'the end of the press')
}

test('why a payment was refused stays beside the new price, until the cart changes', async () => {
  const { press, button, network, text } = await openMember()
  network.fault(BUY_CALL, async () => answer(200, 'E_HOLDS'))
  await waitUntil(() => button('Pay ₩143,000')?.hasAttribute('aria-busy') === false, 'the price')
  const before = bodiesOf(network, QUOTE_CALL).length
  await pay({ press, button })
  await waitUntil(() => bodiesOf(network, QUOTE_CALL).length > before, 'another price')
  await waitUntil(() => button('Pay ₩143,000')?.hasAttribute('aria-busy') === false, 'the new price')
  expect(text()).toContain('5 unpaid reservations')
  press('One more')
  await waitUntil(() => !text().includes('5 unpaid reservations'), 'a changed cart')
})

test.each(['E_UNAVAILABLE', 'E_BUSY', 'E_GATEWAY', 'E_INTERNAL'])(
  'an order of a cart that may exist (%s) is requested again by the same quote',
  async (code) => {
    const { press, button, network, text, lastQuoteUid } = await openMember()
    network.fault(BUY_CALL, async () => answer(200, code), 99)
    await pay({ press, button })
    await waitUntil(() => bodiesOf(network, BUY_CALL).length > 0, 'the order')
    const sent = bodiesOf(network, BUY_CALL).length
    await pay({ press, button })
    await waitUntil(() => bodiesOf(network, BUY_CALL).length > sent, 'the second press')
    const quoteUids = bodiesOf(network, BUY_CALL).map((body) => (body as { quoteUid: string }).quoteUid)
    expect(new Set(quoteUids)).toEqual(new Set([lastQuoteUid()]))
    expect(text()).toContain('will not place a second order')
  },
)

test('a paid cart lists each pass and reservation with its link, and its lines leave the cart', async () => {
  const { network, tab } = await openSignedIn()
  const later = { ...SEAT, priceSn: '20261201T1100' }
  await fill(tab, { ...PASS, ordUid: ORD }, { ...SEAT, ordUid: ORD }, later)
  network.fault(/GET .*cart\/order/, async () => answer(200, '200', orderOf({ state: 'paid', paidAt: 1 })))
  const { links, text } = await mountScreen(<CartOrderScreen ord={ORD} />)
  await waitUntil(() => text().includes('Your order is paid'), 'the order')
  expect(links('Order details')).toEqual(['/myPage/purchase_detail?ord=ord-pass'])
  expect(links('Reservation')).toEqual(['/myPage/reservations?rsvtUid=rsvt-seat'])
  expect(await stored(tab)).toEqual([later])
})

test.each([
  [{ state: 'declined', reason: 'declined' }, 'You have not been charged.'],
  [{ state: 'cancelled', reason: 'abandoned' }, 'You have not been charged for this order'],
  [{ state: 'refunded', reason: 'late' }, 'We have refunded your payment'],
] as const)('a cart that is %o is explained, and stays to be paid again', async (state, sentence) => {
  const { network, tab } = await openSignedIn()
  await fill(tab, { ...PASS, ordUid: ORD })
  network.fault(/GET .*cart\/order/, async () => answer(200, '200', orderOf(state)))
  const { links, text } = await mountScreen(<CartOrderScreen ord={ORD} />)
  await waitUntil(() => text().includes(sentence), 'the reason')
  expect(links('Back to the cart')).toEqual(['/cart'])
  expect(await stored(tab)).toEqual([PASS])
})

test('a cart that is being paid leads to its order and cannot be paid again', async () => {
  const { tab, network } = await openSignedIn()
  await fill(tab, { ...PASS, ordUid: ORD })
  const { text, links, button } = await show()
  await waitUntil(() => text().includes('You have already started to pay for these items.'), 'the way to the order')
  expect(links('See the order')).toEqual([`/cart/completed?ord=${ORD}`])
  expect(button('Remove: 24H Mobile Pass')).toBeUndefined()
  expect(bodiesOf(network, QUOTE_CALL)).toEqual([])
})

test('a cart that another member has ordered on this phone is released once the server does not know the order', async () => {
  const { tab, network } = await openSignedIn()
  await fill(tab, { ...PASS, ordUid: ORD })
  network.fault(/GET .*cart\/order/, async () => answer(200, 'E_NOT_FOUND'))
  const order = await mountScreen(<CartOrderScreen ord={ORD} />)
  await waitUntil(() => order.text().includes('Order not found'), 'the answer')
  expect(order.links('Back to the cart')).toEqual(['/cart'])
  expect(order.button('Try again')).toBeUndefined()
  expect(await stored(tab)).toEqual([PASS])
  const { button } = await show()
  await waitUntil(() => button('Remove: 24H Mobile Pass') !== undefined, 'the open lines')
})
