// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { removeFromCart, setCartCount, settleCartOrder } from '#data/cart.ts'
import { buyCart } from '#data/cartOrder.ts'
import { CartScreen } from '#routes/cart/-parts/cartScreen.tsx'
import { bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { BUY_CALL, fill, ORD, orderOf, PASS, QUOTE_CALL, SEAT, stored } from './filledCart.ts'
import { openSignedIn } from './setup.ts'

/** The lines of a cart that is being paid, beside what is put in meanwhile. */

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
