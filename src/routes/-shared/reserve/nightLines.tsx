import { Plural } from '@lingui/react/macro'
import { priceGroups } from '#contract/rules/dayPrice.ts'
import { useFormat } from '#i18n/format.ts'
import { Units } from './goodsTicket.tsx'

interface Props {
  /** KRW of each night for one room. */
  nightPrices: readonly number[]
  count: number
}

/** Renders the nights of a stay as rows of a `dl`, one for each price: “2 nights × ₩120,000 × 1 room”. */
export function NightLines({ nightPrices, count }: Props) {
  const { price } = useFormat()
  return priceGroups(nightPrices).map(({ price: perNight, nights }) => (
    <div key={perNight}>
      <dt>
        {price(perNight)} × <Plural value={nights} one="# night" other="# nights" /> ×{' '}
        <Units kind="hotel" count={count} />
      </dt>
      <dd>{price(perNight * nights * count)}</dd>
    </div>
  ))
}
