// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { GoodsKind } from '#contract/codes.ts'
import { DAY_MS } from '#contract/time.ts'
import { CancelTerms } from '#routes/-shared/goods/cancelTerms.tsx'
import { OptionChoice } from '#routes/-shared/goods/optionChoice.tsx'
import { ReserveBar } from '#routes/-shared/goods/reserveBar.tsx'
import type { GoodsChoice } from '#routes/-shared/goods/useGoodsChoice.ts'
import { START } from '../harness/clock.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openCity } from './cityFixtures.tsx'
import { goodsDetail, goodsOption } from './goodsFixtures.ts'

/** What the screen of goods says of options, cancelling and the main button, for each kind of goods. */

const ignore = () => undefined
/** A choice of which nothing is known yet, with `count` options. */
const choiceOf = (kind: GoodsKind, count = 1, change: Partial<GoodsChoice> = {}): GoodsChoice => {
  const options = Array.from({ length: count }, (_, nth) => goodsOption(`${kind}-${nth}`))
  return {
    goods: goodsDetail(kind, { options }),
    option: options[0],
    slots: null,
    failure: null,
    busy: true,
    reload: ignore,
    tiers: new Map(),
    prices: new Map(),
    date: null,
    departure: null,
    lastDate: null,
    priceSn: null,
    offer: null,
    isGone: false,
    count: 1,
    countMax: 6,
    nights: 1,
    total: null,
    cancelUntil: null,
    chooseOption: ignore,
    pressDate: ignore,
    chooseTime: ignore,
    chooseCount: ignore,
    clear: ignore,
    reserve: ignore,
    ...change,
  }
}

test.each([
  ['ahead', DAY_MS, 'Free cancellation until', true],
  ['over', -DAY_MS, 'With so little time before the start', false],
])('with a deadline that is %s, the terms say so', async (_what, afterMs, sentence, hasLaterLine) => {
  const { show } = await openCity()
  const screen = await show(<CancelTerms choice={choiceOf('tour', 1, { cancelUntil: START + afterMs })} />)
  await waitUntil(() => screen.text().includes(sentence), sentence)
  expect(screen.text().includes('After that there is no refund.')).toBe(hasLaterLine)
})

test.each([
  ['hotel', 'Choose dates', false],
  ['tour', 'Choose a time', false],
  ['activity', 'Choose a time', false],
  ['voucher', 'Reserve', true],
] as const)('while nothing is known of a %s, the main button says “%s”', async (kind, name, isDisabled) => {
  const { show } = await openCity()
  const screen = await show(<ReserveBar choice={choiceOf(kind)} />)
  await waitUntil(() => screen.button(name) !== undefined, name)
  expect(screen.button(name)?.disabled).toBe(isDisabled)
})

test.each([
  ['hotel', 2, 'Choose a room'],
  ['hotel', 1, 'Price'],
  ['activity', 2, 'Choose an option'],
  ['activity', 1, 'Price'],
  ['voucher', 3, 'Choose an option'],
] as const)('options of a %s, %d of them, are headed “%s”', async (kind, count, heading) => {
  const { show } = await openCity()
  const screen = await show(<OptionChoice choice={choiceOf(kind, count)} />)
  expect(screen.element.querySelector('h2')?.textContent).toBe(heading)
  expect(screen.element.querySelectorAll('input[type=radio]')).toHaveLength(count > 1 ? count : 0)
})
