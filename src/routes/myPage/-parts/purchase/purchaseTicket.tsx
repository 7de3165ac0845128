import { Plural } from '@lingui/react/macro'
import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Purchase } from '#data/purchases.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { OrderTicket } from '../../../-shared/productTicket.tsx'
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
