import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import type { Product } from '#contract/calls/pass.ts'
import type { PassType } from '#contract/codes.ts'
import { isOnSale } from '#contract/rules/gateSum.ts'
import { Price } from '#ui/price.tsx'
import { Tag } from '#ui/tag.tsx'
import { ApproximatePrice } from './currency/approximatePrice.tsx'
import { PlaceCount } from './groups/placeCount.tsx'
import styles from './passPaper.module.css'

/** Returns a function that describes a type of pass in a few words. */
export const useTagline = (): ((type: PassType) => string) => {
  const { t } = useLingui()
  return (type) => {
    const lines: Record<PassType, string> = {
      '24H': t`One full day`,
      '48H': t`Two easy days`,
      Big3: t`Three places, your choice`,
      Big5: t`Five places, one week`,
    }
    return lines[type]
  }
}

/** Renders `24 hours`. */
export function Hours({ hours }: { hours: number }) {
  return <Plural value={hours} one="# hour" other="# hours" />
}

/**
 * Renders a pass on sale as a paper ticket that links to its page: scene, tear line, price, what it includes. From 64rem
 * it is upright, sky above and stub below.
 */
export function ProductTicket({ product }: { product: Product }) {
  const tagline = useTagline()
  const { passType, price, discounted, windowHours } = product
  const onSale = isOnSale(product)
  const inner = (
    <>
      <span className={styles.sky}>
        <span className={styles.scene}>
          <PrintScene product={passType} />
        </span>
        <strong className={styles.name}>{passType}</strong>
        <span className={styles.tagline}>{tagline(passType)}</span>
      </span>
      <span className={styles.stub}>
        <span className={styles.price}>
          <Price priceKrw={discounted ?? price} originalKrw={discounted === null ? null : price} />
          <ApproximatePrice krw={discounted ?? price} />
        </span>
        <Status product={product} />
        <span className={styles.facts}>
          <PlaceCount product={product} />
          <span>
            <Hours hours={windowHours} />
          </span>
        </span>
      </span>
    </>
  )
  const className = `${styles.ticket} ${styles.upright}`
  return onSale ? (
    <Link to="/pass/$detail" params={{ detail: product.gdsUid }} className={className} data-product={passType}>
      {inner}
    </Link>
  ) : (
    <div className={`${className} ${styles.closed}`} data-product={passType}>
      {inner}
    </div>
  )
}

function Status({ product }: { product: Product }): ReactNode {
  if (product.saleYn === 'N') {
    return (
      <Tag tone="harbour">
        <Trans>Not on sale</Trans>
      </Tag>
    )
  }
  if (product.soldOutYn === 'Y') {
    return (
      <Tag>
        <Trans>Sold out</Trans>
      </Tag>
    )
  }
  return product.sampleYn === 'Y' ? (
    <Tag>
      <Trans>Sample price</Trans>
    </Tag>
  ) : null
}

interface OrderTicketProps {
  passType: PassType
  title: ReactNode
  text: ReactNode
  end?: ReactNode
}

/** Renders a small ticket for an order or a held pass: the colour of its type on the left, no illustration. */
export function OrderTicket({ passType, title, text, end }: OrderTicketProps) {
  return (
    <div className={`${styles.ticket} ${styles.small}`} data-product={passType}>
      <span className={styles.sky} aria-hidden>
        <strong className={styles.name}>{passType}</strong>
      </span>
      <span className={styles.stub}>
        <span className={styles.words}>
          <strong>{title}</strong>
          <span>{text}</span>
        </span>
        {end}
      </span>
    </div>
  )
}
