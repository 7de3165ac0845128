import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import styles from './state.module.css'

/**
 * Renders a price in KRW. `originalKrw`, the price before a discount, is struck through and announced as original
 * price; absent, null or equal to `priceKrw`, it is left out.
 */
export function Price({ priceKrw, originalKrw }: { priceKrw: number; originalKrw?: number | null | undefined }) {
  const { price } = useFormat()
  return (
    <span>
      {originalKrw != null && originalKrw !== priceKrw && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">
              <Trans>Original price</Trans>
            </span>{' '}
            {price(originalKrw)}
          </s>{' '}
        </>
      )}
      <span className={styles.price}>{price(priceKrw)}</span>
    </span>
  )
}
