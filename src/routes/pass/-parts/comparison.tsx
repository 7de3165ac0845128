import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { PassType } from '#contract/codes.ts'
import { exampleChoice, gateSum, isOnSale, pricePerDay, productPrice, savingOf } from '#contract/rules/gateSum.ts'
import { useFormat } from '#i18n/format.ts'
import { ApproximatePrice } from '../../-shared/currency/approximatePrice.tsx'
import { SavingText } from '../../-shared/groups/savingText.tsx'
import { Hours } from '../../-shared/productTicket.tsx'
import styles from './comparison.module.css'

interface Props {
  products: readonly Product[]
  attractions: readonly Attraction[]
}

/**
 * Renders the passes side by side: what each lasts, admits to, costs and saves. On a phone two columns fit beside the
 * names of the rows, and the others are reached by scrolling.
 */
export function Comparison({ products, attractions }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const about = (krw: number): string => {
    const amount = price(krw)
    return t`about ${amount}`
  }
  const rows: readonly { name: ReactNode; cell: (product: Product) => ReactNode; strong?: boolean }[] = [
    { name: <Trans>Good for</Trans>, cell: ({ passType }) => <Guest passType={passType} /> },
    { name: <Trans>Validity from the first entry</Trans>, cell: ({ windowHours }) => <Hours hours={windowHours} /> },
    { name: <Trans>Places</Trans>, cell: (product) => <Places product={product} /> },
    {
      name: <Trans>Of the big ones (A)</Trans>,
      cell: ({ allowance, places }) => <Entries entries={allowance?.A} of={places.A} />,
    },
    {
      name: <Trans>Of the others (B)</Trans>,
      cell: ({ allowance, places }) => <Entries entries={allowance?.B} of={places.B} />,
    },
    {
      name: <Trans>Price</Trans>,
      strong: true,
      cell: (product) => (
        <>
          {price(productPrice(product))}
          <ApproximatePrice krw={productPrice(product)} />
          <Sale product={product} />
        </>
      ),
    },
    { name: <Trans>Price per day</Trans>, cell: (product) => about(pricePerDay(product)) },
    {
      name: <Trans>Example price at the gates</Trans>,
      cell: (product) => <Example product={product} attractions={attractions} about={about} />,
    },
    {
      name: <Trans>What you save in this example</Trans>,
      strong: true,
      cell: (product) => <SavingText savingKrw={savingOf(product, exampleChoice(product, attractions))} />,
    },
  ]
  return (
    <section className={styles.section}>
      <h2 id="comparison">
        <Trans>Compare the passes</Trans>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className={styles.scroll} role="region" aria-labelledby="comparison" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Pass</Trans>
              </th>
              {products.map((product) => (
                <th key={product.gdsUid} scope="col" data-product={product.passType}>
                  {isOnSale(product) ? (
                    <Link to="/pass/$detail" params={{ detail: product.gdsUid }}>
                      {product.passType}
                    </Link>
                  ) : (
                    product.passType
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cell, strong }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the rows never change
              <tr key={index} data-strong={strong}>
                <th scope="row">{name}</th>
                {products.map((product) => (
                  <td key={product.gdsUid}>{cell(product)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        <Trans>
          The example uses mid-priced places: as many as a Big3 or Big5 includes, three for a 24H, six for a 48H. Prices
          at the gates are approximate.
        </Trans>
      </p>
    </section>
  )
}

/** Renders for whom a pass is meant. */
function Guest({ passType }: { passType: PassType }) {
  const guests: Record<PassType, ReactNode> = {
    '24H': <Trans>One full day, seeing as much as you can</Trans>,
    '48H': <Trans>A weekend, one place after another</Trans>,
    Big3: <Trans>A few highlights, spread over five days</Trans>,
    Big5: <Trans>A week without rushing</Trans>,
  }
  return guests[passType]
}

function Places({ product: { allowance, places } }: { product: Product }) {
  const all = places.A + places.B
  if (!allowance) return <Plural value={all} one="# place, once" other="All # places, once each" />
  return <Plural value={{ chosen: allowance.A + allowance.B }} one="# of your choice" other="# of your choice" />
}

/** Renders `1 of 12`, or all of a group. */
function Entries({ entries, of: all }: { entries: number | undefined; of: number }) {
  if (entries === undefined) return <Trans>all {all}</Trans>
  return (
    <Trans>
      {entries} of {all}
    </Trans>
  )
}

/** Renders what keeps a product from being bought at its price. */
function Sale({ product }: { product: Product }) {
  const { saleYn, soldOutYn, sampleYn } = product
  if (isOnSale(product) && sampleYn !== 'Y') return null
  return (
    <small>
      {saleYn === 'N' ? (
        <Trans>Not on sale</Trans>
      ) : soldOutYn === 'Y' ? (
        <Trans>Sold out</Trans>
      ) : (
        <Trans>Sample price</Trans>
      )}
    </small>
  )
}

function Example({
  product,
  attractions,
  about,
}: Pick<Props, 'attractions'> & { product: Product; about: (krw: number) => string }) {
  const places = exampleChoice(product, attractions)
  return (
    <>
      {about(gateSum(places).sumKrw)}
      <small>
        <Plural value={{ count: places.length }} one="# place" other="# places" />
      </small>
    </>
  )
}
