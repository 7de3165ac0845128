import { Trans } from '@lingui/react/macro'
import type { PurchaseDetail } from '#data/purchases.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './purchase.module.css'

/** Renders what a purchase has cost: price, discount, points, the amount paid, and what was refunded of it. */
export function PriceLines({ purchase }: { purchase: PurchaseDetail }) {
  const { price } = useFormat()
  const { unitPrice, count, discount, points, amount, refunded } = purchase
  const unitText = price(unitPrice)
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Amount</Trans>
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>
            {unitText} × {count}
          </dt>
          <dd>{price(unitPrice * count)}</dd>
        </div>
        {discount > 0 && (
          <div>
            <dt>
              <Trans>Discount</Trans>
            </dt>
            <dd className={styles.off}>−{price(discount)}</dd>
          </div>
        )}
        {points > 0 && (
          <div>
            <dt>
              <Trans>Points</Trans>
            </dt>
            <dd className={styles.off}>−{price(points)}</dd>
          </div>
        )}
        <div className={styles.sum}>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd>{price(amount)}</dd>
        </div>
        {refunded > 0 && (
          <div>
            <dt>{purchase.refundState === 'requested' ? <Trans>Being refunded</Trans> : <Trans>Refunded</Trans>}</dt>
            <dd>{price(refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
