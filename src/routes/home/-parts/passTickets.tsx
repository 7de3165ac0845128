import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import type { Product } from '#contract/calls/pass.ts'
import { PASS_TYPES, type Medium, type PassType } from '#contract/codes.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { cx } from '#ui/cx.ts'
import { Price } from '#ui/price.tsx'
import { Segments } from '#ui/segments.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { PlaceCount } from '../../-shared/groups/placeCount.tsx'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import screen from '../../-shared/screen.module.css'
import { SectionHead } from './sectionHead.tsx'
import styles from './tickets.module.css'

/** A link to the passes, which explain the groups, until the button that explains them here is loaded. */
const GroupsLink = lazyPart(
  async () => (await import('../../-shared/groups/aboutGroups.tsx')).AboutGroups,
  () => (
    <Link to="/pass" className={screen.link}>
      <Trans>What A and B mean</Trans>
    </Link>
  ),
)

const TAGLINES: Record<PassType, MessageDescriptor> = {
  '24H': msg`One full day`,
  '48H': msg`Two easy days`,
  Big3: msg`Three places`,
  Big5: msg`Five places`,
}

/** Renders the four products as tickets: rows on a phone, cards with their printed scene on a desktop. */
export function PassTickets() {
  const { t } = useLingui()
  const { data, status } = useCatalogue()
  const [medium, setMedium] = useState<Medium>('mobile')
  const products = data?.products.filter((product) => product.medium === medium)
  if (status === 'failed') return null
  return (
    <section className={styles.section}>
      <SectionHead title={<Trans>Choose your pass</Trans>}>
        <Segments
          label={t`Kind of pass`}
          value={medium}
          onChange={setMedium}
          options={[
            { value: 'mobile', label: <Trans>Mobile</Trans> },
            { value: 'card', label: <Trans>Card</Trans> },
          ]}
        />
      </SectionHead>
      <ul className={styles.tickets}>
        {products
          ? products.map((product) => (
              <li key={product.gdsUid} className={styles.paper}>
                <Ticket product={product} />
              </li>
            ))
          : PASS_TYPES.map((type) => (
              <li key={type} className={styles.blank}>
                <Skeleton height="100%" radius="var(--radius-card)" />
              </li>
            ))}
      </ul>
      {products && <GroupsLink />}
    </section>
  )
}

function Ticket({ product }: { product: Product }) {
  const { i18n } = useLingui()
  const { passType, windowHours: hours } = product
  const tagline = i18n._(TAGLINES[passType])
  const inner = (
    <>
      <span className={styles.sky}>
        <b>{passType}</b>
        <span className={styles.tagline}>{tagline}</span>
        <PrintScene product={passType} className={styles.print} />
      </span>
      <span className={styles.stub}>
        <span className={styles.what}>
          <b>{tagline}</b>
          <PlaceCount product={product} />
          <span>
            <Plural value={hours} one="# hour" other="# hours" />
          </span>
          {product.saleYn === 'Y' && product.soldOutYn === 'N' && product.sampleYn === 'Y' && (
            <span>
              <Trans>Sample price</Trans>
            </span>
          )}
        </span>
        <Offer product={product} />
      </span>
    </>
  )
  return product.saleYn === 'N' ? (
    <div className={cx(styles.ticket, styles.unavailable)} data-product={passType}>
      {inner}
    </div>
  ) : (
    <Link to="/pass/$detail" params={{ detail: product.gdsUid }} className={styles.ticket} data-product={passType}>
      {inner}
    </Link>
  )
}

function Offer({ product }: { product: Product }) {
  if (product.saleYn === 'N') {
    return (
      <Tag>
        <Trans>Not on sale</Trans>
      </Tag>
    )
  }
  return (
    <>
      {product.soldOutYn === 'Y' ? (
        <Tag tone="amber">
          <Trans>Sold out</Trans>
        </Tag>
      ) : (
        <Price priceKrw={product.discounted ?? product.price} originalKrw={product.price} />
      )}
      <span className={styles.more} aria-hidden>
        <Trans>Details</Trans>
      </span>
    </>
  )
}
