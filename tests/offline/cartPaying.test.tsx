// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { acceptCartPrices, removeFromCart, setCartCount, settleCartOrder } from '#data/cart.ts'
import { buyCart } from '#data/cartOrder.ts'
import { CartScreen } from '#routes/cart/-parts/cartScreen.tsx'
import { bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { BUY_CALL, fill, ORD, orderOf, PASS, QUOTE_CALL, quoteOf, SEAT, stored } from './filledCart.ts'
import { openSignedIn } from './setup.ts'

/** The lines of a cart that is being priced or paid, beside what another page changes meanwhile. */

test('a line that is being paid keeps its mark while the same goods are put in again, and is one line with them only once it is released', async () => {
  const { tab, network } = await openSignedIn()
  const paying = { ...PASS, ordUid: ORD }
  const dearer = { ...PASS, count: 1, unitPrice: 51_000 }
  await fill(tab, paying, SEAT, dearer)
  expect(await stored(tab)).toEqual([paying, SEAT, dearer])
  const { text, element } = await mountScreen(<CartScreen />, '/cart')
  await waitUntil(() => text().includes('You have already started to pay for these items.'), 'the way to the order')
  expect(element.querySelectorAll(`[data-line="${PASS.gdsDtlUid}"]`)).toHaveLength(2)
  expect(bodiesOf(network, QUOTE_CALL)).toEqual([])
  // Presses of a page that does not know of the payment yet.
  await setCartCount(PASS, 3)
  expect((await stored(tab)).map(({ count }) => count)).toEqual([2, 1, 3])
  await removeFromCart(PASS)
  expect(await stored(tab)).toEqual([paying, SEAT])

  await fill(tab, dearer)
  await settleCartOrder(ORD, false)
  expect(await stored(tab)).toEqual([{ ...dearer, count: 3 }, SEAT])
})

test('an order marks the lines and units that it names, not those that were put in while its answer was under way', async () => {
  const { tab, network } = await openSignedIn()
  await fill(tab, PASS, SEAT)
  const evening = { ...SEAT, priceSn: '20261130T1900' }
  const form = { quoteUid: '0193a1b2-0000-7000-8000-000000000009', method: 'overseas_card' } as const
  network.fault(BUY_CALL, async () => {
    await fill(tab, evening, { ...PASS, count: 1 })
    return answer(200, '200', orderOf({}))
  })
  expect((await buyCart(form)).ok).toBe(true)
  const marked = [{ ...PASS, ordUid: ORD }, { ...PASS, count: 1 }, { ...SEAT, ordUid: ORD }, evening]
  expect(await stored(tab)).toEqual(marked)
  // The same order, answered to a repeated call.
  network.fault(BUY_CALL, async () => answer(200, '200', orderOf({})))
  expect((await buyCart(form)).ok).toBe(true)
  expect(await stored(tab)).toEqual(marked)
  await settleCartOrder(ORD, true)
  expect(await stored(tab)).toEqual([{ ...PASS, count: 1 }, evening])
})

test('new prices are accepted for the lines that they are of, not for those that another page has put at their place', async () => {
  const { tab } = await openSignedIn()
  const evening = { ...SEAT, priceSn: '20261130T1900', unitPrice: 60_000 }
  const { lines } = quoteOf(
    [PASS, SEAT].map(({ gdsDtlUid, count, unitPrice, priceSn }) => ({
      gdsDtlUid,
      count,
      unitPrice,
      ...(priceSn !== null && { priceSn }),
    })),
    {
      [PASS.gdsDtlUid]: { problem: 'price', unitPrice: 51_000 },
      [SEAT.gdsDtlUid]: { problem: 'price', unitPrice: 46_000 },
    },
  )
  // Another page has removed the pass and added other goods, since these prices were shown.
  await fill(tab, SEAT, evening)
  await acceptCartPrices(lines)
  expect(await stored(tab)).toEqual([{ ...SEAT, unitPrice: 46_000 }, evening])
  // A line that is being paid by an order was not priced.
  await fill(tab, { ...SEAT, ordUid: ORD })
  await acceptCartPrices(lines.map((line) => ({ ...line, unitPrice: 47_000 })))
  expect(await stored(tab)).toEqual([{ ...SEAT, unitPrice: 47_000 }, evening, { ...SEAT, ordUid: ORD }])
})

test('prices of other lines are neither shown nor accepted while those of the present lines are requested', async () => {
  const { tab, network } = await openSignedIn()
  const evening = { ...SEAT, priceSn: '20261130T1900' }
  await fill(tab, PASS, evening)
  const releases: (() => void)[] = []
  let isHeld = false
  network.fault(
    QUOTE_CALL,
    async (request) => {
      const { lines } = (await request.json()) as { lines: Parameters<typeof quoteOf>[0] }
      if (isHeld) await new Promise<void>((resolve) => releases.push(resolve))
      return answer(200, '200', quoteOf(lines, { [PASS.gdsDtlUid]: { problem: 'price', unitPrice: 51_000 } }))
    },
    Infinity,
  )
  const { text, button, element } = await mountScreen(<CartScreen />, '/cart')
  const change = 'The price per item has changed from'
  await waitUntil(() => text().includes(`${change} ₩49,000 to ₩51,000.`), 'the change of the pass')
  isHeld = true
  // As many lines as before: what another page has removed and added is known by the goods alone.
  await removeFromCart(PASS)
  await fill(tab, SEAT)
  await waitUntil(() => element.querySelectorAll(`[data-line="${SEAT.gdsDtlUid}"]`).length === 2, 'both seats')
  expect(text()).not.toContain(change)
  expect(button('Continue with the new prices')).toBeUndefined()
  await waitUntil(() => releases.length > 0, 'the request for the seats')
  isHeld = false
  for (const release of releases) release()
  await waitUntil(() => button('Pay ₩90,000') !== undefined, 'the payment of the seats')
})
