import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { AddToCart } from '../cart/addToCart.tsx'
import frame from '../detail/detail.module.css'
import type { GoodsChoice } from './useGoodsChoice.ts'

/** Renders the button that puts the chosen nights, departure or voucher into the cart; nothing before the choice. */
export function AddGoodsToCart({ choice }: { choice: GoodsChoice }) {
  const { goods, option, offer, priceSn, departure, count } = choice
  if (goods.kind === 'pass' || !option || !offer || priceSn === null) return null
  return (
    <div className={frame.section}>
      <AddToCart
        line={{
          gdsUid: goods.gdsUid,
          gdsDtlUid: option.gdsDtlUid,
          kind: goods.kind,
          passType: null,
          priceSn,
          startsAt: offer.startsAt,
          endsAt: departure === null ? null : koreanDayStart(departure),
          name: goods.name,
          option: option.optionNm,
          count,
          unitPrice: offer.unitPrice,
          ordUid: null,
        }}
      />
    </div>
  )
}
