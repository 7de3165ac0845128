import { Plural, Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import { Units } from './goodsTicket.tsx'
import type { GoodsKind } from '#contract/codes.ts'
import styles from './reserve.module.css'

interface Props {
  kind: GoodsKind
  /** KRW for one unit over all its nights. */
  unitPrice: number
  /** Nights of a stay; 1 for everything else. */
  nights: number
  count: number
  discount?: number
  points?: number
  amount: number
}

/** Renders what a reservation costs, line by line. */
export function PriceLines({ kind, unitPrice, nights, count, discount = 0, points = 0, amount }: Props) {
  const { price } = useFormat()
  const perNight = price(unitPrice / nights)
  const perUnit = price(unitPrice)
  return (
    <dl className={styles.lines}>
      <div>
        <dt>
          {kind === 'hotel' ? (
            <>
              {perNight} × <Plural value={nights} one="# night" other="# nights" /> ×{' '}
              <Units kind={kind} count={count} />
            </>
          ) : (
            <>
              {perUnit} × {count}
            </>
          )}
        </dt>
        <dd>{price(unitPrice * count)}</dd>
      </div>
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
