import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import { NightLines } from './nightLines.tsx'
import type { GoodsKind } from '#contract/codes.ts'
import styles from './reserve.module.css'

interface Props {
  kind: GoodsKind
  /** KRW for one unit over all its nights. */
  unitPrice: number
  /** Nights of a stay; 1 for everything else. */
  nights: number
  /** Hotels: KRW of each night for one room; missing: each costs the same. */
  nightPrices?: readonly number[] | undefined
  count: number
  discount?: number
  points?: number
  amount: number
}

/** Renders what a reservation costs, line by line. */
export function PriceLines({ kind, unitPrice, nights, nightPrices, count, discount = 0, points = 0, amount }: Props) {
  const { price } = useFormat()
  const perUnit = price(unitPrice)
  return (
    <dl className={styles.lines}>
      {kind === 'hotel' ? (
        <NightLines nightPrices={nightPrices ?? Array<number>(nights).fill(unitPrice / nights)} count={count} />
      ) : (
        <div>
          <dt>
            {perUnit} × {count}
          </dt>
          <dd>{price(unitPrice * count)}</dd>
        </div>
      )}
      {discount > 0 && (
        <div className={styles.off}>
          <dt>
            <Trans>Discount</Trans>
          </dt>
          <dd>−{price(discount)}</dd>
        </div>
      )}
      {points > 0 && (
        <div className={styles.off}>
          <dt>
            <Trans>Points</Trans>
          </dt>
          <dd>−{price(points)}</dd>
        </div>
      )}
      <div className={styles.sum}>
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd>{price(amount)}</dd>
      </div>
    </dl>
  )
}
