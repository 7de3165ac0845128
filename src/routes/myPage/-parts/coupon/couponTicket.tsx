import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { GOODS_TYPE } from '#contract/codes.ts'
import { useCatalogue } from '#data/catalogue.ts'
import type { Issue } from '#data/coupons.ts'
import { useFormat } from '#i18n/format.ts'
import { cx } from '#ui/cx.ts'
import styles from './coupon.module.css'

/** What a coupon gives and where; the same for issues and for the coupons of a member. */
type CouponTermsView = Pick<
  Issue,
  'name' | 'kind' | 'value' | 'maxDiscount' | 'minAmount' | 'target' | 'gdsTycd' | 'gdsDtlUid'
>

interface Props {
  coupon: CouponTermsView
  /** The number of a member's coupon; an issue has none. */
  number?: string
  hasEnded?: boolean
  /** Deadline, state or a button. */
  children: ReactNode
}

/** Renders a coupon as a ticket: value, name, conditions, number. */
export function CouponTicket({ coupon, number, hasEnded = false, children }: Props) {
  const { price } = useFormat()
  const conditions = useConditions(coupon)
  const { name, kind, value } = coupon
  return (
    <article className={cx(styles.coupon, hasEnded && styles.ended)}>
      <span className={styles.value}>{kind === 'percent' ? `${value}%` : price(value)}</span>
      <div className={styles.words}>
        <h2>{name}</h2>
        {conditions.length > 0 && <p>{conditions.join(' · ')}</p>}
        {number !== undefined && (
          <p>
            <Trans>Coupon number {number}</Trans>
          </p>
        )}
        <div className={styles.line}>{children}</div>
      </div>
    </article>
  )
}

/** Returns the conditions of a coupon: what it is for, from which amount on, and its most. */
const useConditions = ({ maxDiscount, minAmount, target, gdsTycd, gdsDtlUid }: CouponTermsView): string[] => {
  const { t } = useLingui()
  const { price } = useFormat()
  const product = useCatalogue().data?.products.find((each) => each.gdsDtlUid === gdsDtlUid)?.name
  const goods: Record<string, string> = {
    [GOODS_TYPE.hotel]: t`Hotels only`,
    [GOODS_TYPE.tour]: t`Tours only`,
    [GOODS_TYPE.activity]: t`Activities only`,
    [GOODS_TYPE.voucher]: t`Vouchers only`,
    [GOODS_TYPE.pass]: t`Passes only`,
  }
  const least = price(minAmount)
  const most = price(maxDiscount ?? 0)
  const place =
    (product !== undefined && t`Only for ${product}`) ||
    // An option of goods: the catalogue has no name of it, and the coupon's own name says which.
    (gdsDtlUid !== null && t`Selected products only`) ||
    goods[gdsTycd ?? ''] ||
    (target === 'pass' && t`Passes only`) ||
    (target === 'reserve' && t`Reservations only`)
  return [
    place || t`Passes and reservations`,
    ...(minAmount > 0 ? [t`Orders of ${least} or more`] : []),
    ...(maxDiscount !== null ? [t`Up to ${most} off`] : []),
  ]
}
