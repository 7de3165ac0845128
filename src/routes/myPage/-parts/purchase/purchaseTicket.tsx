import { Plural } from '@lingui/react/macro'
import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Purchase } from '#data/purchases.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { OrderTicket } from '../../../-shared/productTicket.tsx'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import { GoodsTicket } from '../../../-shared/reserve/goodsTicket.tsx'
import { StateTag } from '../reservation/reservationTags.tsx'
import { useReservationOfOrder } from './useReservationOfOrder.ts'
import { PurchaseTags } from './purchaseTags.tsx'
import styles from './purchase.module.css'

/** Renders the number of units: passes, or rooms and seats. */
export function Units({ purchase: { kind, count } }: { purchase: Purchase }) {
  return kind === 'pass' ? <Plural value={count} one="# pass" other="# passes" /> : `× ${count}`
}

/** Renders a purchase as a small ticket: product, units, date, amount and states. `title` may be a link. */
export function PurchaseTicket({ purchase, title }: { purchase: Purchase; title: ReactNode }) {
  const { date, price } = useFormat()
  const { passType } = purchase
  const reservation = useReservationOfOrder(purchase)
  const text = (
    <>
      <Units purchase={purchase} /> · {date(purchase.paidAt ?? purchase.orderedAt, 'day')}
    </>
  )
  const end = (
    <span className={styles.end}>
      <strong>{price(purchase.amount)}</strong>
      <span className={styles.tags}>
        <PurchaseTags purchase={purchase} />
      </span>
    </span>
  )
  if (reservation)
    return (
      <GoodsTicket
        kind={goodsKindOf(reservation.gdsTycd)}
        title={title}
        option={reservation.optionNm}
        count={reservation.goodsCnt}
        priceSn={reservation.priceSn}
        startsAt={reservation.startsAt}
        endsAt={reservation.endsAt}
        end={
          <>
            <strong>{price(purchase.amount)}</strong>
            <StateTag badge={reservation.badge} />
          </>
        }
      />
    )
  if (passType) return <OrderTicket passType={passType} title={title} text={text} end={end} />
  return (
    <div className={styles.goods}>
      <Icon of={Ticket} />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
      {end}
    </div>
  )
}
