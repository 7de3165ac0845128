import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import styles from './state.module.css'

/** A price in won; `was` is the one before a discount, said as such. */
export function Price({ krw, was }: { krw: number; was?: number | null | undefined }) {
  const { price } = useFormat()
  return (
    <span>
      {was != null && was !== krw && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">
              <Trans>Original price</Trans>
            </span>{' '}
            {price(was)}
          </s>{' '}
        </>
      )}
      <span className={styles.price}>{price(krw)}</span>
    </span>
  )
}
