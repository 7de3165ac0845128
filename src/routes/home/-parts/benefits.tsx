import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Product } from '#contract/calls/pass.ts'
import { cheapestOnSale, exampleChoice, savingOf } from '#contract/rules/gateSum.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './hero.module.css'

/** Renders what a pass gives: places, what it saves, entry without a signal, and discounts. */
export function Benefits() {
  const { data } = useCatalogue()
  const { number } = useFormat()
  if (!data) return null
  const { freePlaces, discountPlaces, discountSampleYn } = data.benefit
  const product = cheapestOnSale(data.products)
  const places = product ? exampleChoice(product, data.attractions) : []
  const savingKrw = product ? savingOf(product, places) : 0
  return (
    <dl className={styles.benefits}>
      <div>
        <dt>
          <Trans>attractions: all of them with 24H and 48H, three with Big3, five with Big5</Trans>
        </dt>
        <dd>{number(freePlaces)}</dd>
      </div>
      {product && savingKrw > 0 && <Saving product={product} savingKrw={savingKrw} count={places.length} />}
      <div>
        <dt>
          <Trans>Your code is on your phone and needs no signal.</Trans>
        </dt>
        <dd>
          <Trans>Works offline</Trans>
        </dd>
      </div>
      {/* 0 until a partner confirms a discount: hide it. */}
      {discountPlaces > 0 && (
        <div>
          <dt>
            <Link to="/$product/benefits" params={{ product: '24h' }} hash="partners">
              {discountSampleYn === 'Y' ? (
                <Trans>partners with a discount (sample data)</Trans>
              ) : (
                <Trans>partners with a discount</Trans>
              )}
            </Link>
          </dt>
          <dd>{number(discountPlaces)}</dd>
        </div>
      )}
    </dl>
  )
}

function Saving({ product, savingKrw, count }: { product: Product; savingKrw: number; count: number }) {
  const { price } = useFormat()
  const { passType } = product
  const amount = price(savingKrw)
  return (
    <div>
      <dt>
        <Trans>
          saved with a {passType} pass at <Plural value={count} one="# mid-priced place" other="# mid-priced places" />,
          for example
        </Trans>
      </dt>
      <dd>
        <Trans>about {amount}</Trans>
      </dd>
    </div>
  )
}
