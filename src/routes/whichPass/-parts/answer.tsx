import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck, Ticket } from 'lucide-react'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { PlanComparison, PlanOffer } from '#contract/rules/passFinder.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SavingText } from '../../-shared/groups/savingText.tsx'
import styles from './finder.module.css'

type Comparison = PlanComparison<Attraction, Product>
type Offer = PlanOffer<Attraction, Product>

/** Renders what takes the place of the answer while no place is chosen. */
export function NoPlaces() {
  return (
    <section className={styles.answer} aria-labelledby="answer">
      <h2 id="answer">
        <Trans>No places chosen yet</Trans>
      </h2>
      <p>
        <Trans>
          Choose places, and the pass that costs least for them will appear here. If you do not need a pass, we will say
          so.
        </Trans>
      </p>
    </section>
  )
}

/** Renders the cheapest way to pay for the plan, the sums of all ways, and what to reserve. */
export function Answer({ comparison, people }: { comparison: Comparison; people: number }) {
  const { list } = useFormat()
  const { offers, needsReservation, unpriced, isExact } = comparison
  const [best] = offers
  if (!best) return null
  const passType = best.product?.passType
  const nextPass = offers.find(({ product }) => product !== null)
  const names = list(needsReservation.map(({ name }) => name))
  return (
    <section className={styles.answer} aria-labelledby="answer">
      <div role="status">
        <h2 id="answer">
          {best.product ? (
            <Trans>The {passType} costs least for your plan</Trans>
          ) : (
            <Trans>No pass pays off for this plan</Trans>
          )}
        </h2>
        {best.product ? (
          <p className={styles.saving}>
            <SavingText savingKrw={best.savingKrw} />
          </p>
        ) : (
          nextPass?.product && (
            <p>
              {nextPass.product.passType} · <SavingText savingKrw={nextPass.savingKrw} />
            </p>
          )
        )}
      </div>
      <Sums offers={offers} people={people} isExact={isExact} />
      <div className={styles.hint}>
        <p>
          <Trans>Prices for adults.</Trans>
        </p>
        {!isExact && (
          <p>
            <Trans>Prices at the gates are approximate.</Trans>
          </p>
        )}
        {unpriced > 0 && (
          <p>
            <Plural
              value={unpriced}
              one="# place without a known price is not counted."
              other="# places without a known price are not counted."
            />
          </p>
        )}
      </div>
      {best.product && <BuyLink product={best.product} count={people} />}
      {best.product && <Coverage offer={best} />}
      {needsReservation.length > 0 && (
        <p className={styles.reserve}>
          <Icon of={CalendarCheck} size={20} />
          <span>
            <Trans>Reserve before your visit, with or without a pass: {names}</Trans>
          </span>
        </p>
      )}
    </section>
  )
}

/** Renders the sums of each way to pay, best first; of a card and a mobile pass of one kind only the better one. */
function Sums({ offers, people, isExact }: { offers: readonly Offer[]; people: number; isExact: boolean }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const about = (krw: number): string => {
    const amount = price(krw)
    return isExact || krw === 0 ? amount : t`about ${amount}`
  }
  const rows = offers.filter(
    ({ product }, index) => offers.findIndex((each) => each.product?.passType === product?.passType) === index,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className={styles.scroll} role="region" aria-labelledby="sums" tabIndex={0}>
      <table className={styles.sums}>
        <caption id="sums">
          <Plural value={people} one="For # person" other="For # people" />
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Pass</Trans>
            </th>
            <th scope="col">
              <Trans>Pass price</Trans>
            </th>
            <th scope="col">
              <Trans>At the gates</Trans>
            </th>
            <th scope="col">
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ product, passesKrw, gatesKrw, totalKrw }, index) => (
            <tr key={product?.gdsUid ?? ''} data-strong={index === 0}>
              <th scope="row">
                {product ? product.passType : <Trans>Without a pass</Trans>}
                {product?.sampleYn === 'Y' && (
                  <small>
                    <Trans>Sample price</Trans>
                  </small>
                )}
              </th>
              <td>{product ? price(passesKrw) : '–'}</td>
              <td>{about(gatesKrw)}</td>
              <td>{gatesKrw === 0 ? price(totalKrw) : about(totalKrw)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders which places the pass covers, which are paid at the gates, and when the pass starts. */
function Coverage({ offer: { covered, atGates, startDay } }: { offer: Offer }) {
  const { list } = useFormat()
  const number = startDay ?? 1
  return (
    <dl className={styles.coverage}>
      <dt>
        <Trans>Covered by the pass</Trans>
      </dt>
      <dd>{list(covered.map(({ name }) => name))}</dd>
      {atGates.length > 0 && (
        <>
          <dt>
            <Trans>Not covered by the pass</Trans>
          </dt>
          <dd>{list(atGates.map(({ name }) => name))}</dd>
        </>
      )}
      {number > 1 && (
        <>
          <dt>
            <Trans>First entry with the pass</Trans>
          </dt>
          <dd>
            <Trans>Day {number}</Trans>
          </dd>
        </>
      )}
    </dl>
  )
}

/** Renders the way to the payment of as many passes as the plan has people. */
function BuyLink({ product, count }: { product: Product; count: number }) {
  const isOnline = useOnline()
  const { gdsUid, gdsDtlUid, sampleYn } = product
  return (
    <>
      {sampleYn === 'Y' && (
        <Banner tone="harbour">
          <Trans>Sample price: you will not be charged.</Trans>
        </Banner>
      )}
      {isOnline ? (
        <LinkButton to="/pass/paymentInfo" search={{ gdsDtlUid, passCnt: count }} icon={Ticket} full>
          <Plural value={count} one="Buy # pass" other="Buy # passes" />
        </LinkButton>
      ) : (
        <Banner tone="amber" role="status">
          <Trans>You are offline. You can buy passes as soon as you are back online.</Trans>
        </Banner>
      )}
      <LinkButton to="/pass/$detail" params={{ detail: gdsUid }} kind="quiet" full>
        <Trans>See this pass</Trans>
      </LinkButton>
    </>
  )
}
