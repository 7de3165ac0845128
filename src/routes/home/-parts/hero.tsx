import { Plural, Trans } from '@lingui/react/macro'
import { InlineScene } from '#art/inlineScene.tsx'
import { cheapestOnSale, productPrice } from '#contract/rules/gateSum.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { LazyOfflineLine } from '../../-shared/connection/lazyOfflineLine.tsx'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import styles from './hero.module.css'

const Greeting = lazyPart(async () => (await import('./greeting.tsx')).Greeting)

/**
 * Renders the bridge at the current time of day and over its sky what the pass is and costs; for a signed-in member a
 * greeting and the time in Busan.
 */
export function Hero() {
  const { user } = useSession()
  return (
    <div className={styles.hero}>
      <InlineScene name="gwangan" className={styles.bridge} />
      <div className={styles.claim}>
        {user ? <Greeting name={user.engNm} /> : <Claim />}
        <div className={styles.connection}>
          <LazyOfflineLine />
        </div>
      </div>
    </div>
  )
}

/** Renders how many attractions the pass admits to and its lowest price, from the catalogue; without it a slogan. */
function Claim() {
  const { data } = useCatalogue()
  const { price } = useFormat()
  const places = data?.benefit.freePlaces
  const product = data && cheapestOnSale(data.products)
  const amount = product && price(productPrice(product))
  return (
    <>
      <h1 className={styles.offer}>
        {places ? (
          <Plural value={places} one="# attraction, one pass." other="# attractions, one pass." />
        ) : (
          <Trans>One pass. The whole coast.</Trans>
        )}
        {amount && (
          <>
            <br />
            <Trans>From {amount}.</Trans>
          </>
        )}
      </h1>
      <p className={styles.sub}>
        <Trans>Explore Busan, even with no signal.</Trans>
        {product?.sampleYn === 'Y' && (
          <>
            {' '}
            <small>
              <Trans>Sample price</Trans>
            </small>
          </>
        )}
      </p>
    </>
  )
}
