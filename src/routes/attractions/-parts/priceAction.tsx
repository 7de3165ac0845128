import { Trans } from '@lingui/react/macro'
import { DoorOpen, QrCode, Ticket } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { isClaimed, isLive } from '#contract/rules/passState.ts'
import { useMyPasses } from '#data/myPass.ts'
import { usePassOffer } from '#data/passOffer.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { LinkButton } from '#ui/button.tsx'
import styles from '../../-shared/detail/detail.module.css'
import { PassOfferText } from '../../-shared/attraction/passOffer.tsx'

/**
 * Renders the price without and with a pass, and one link: to the places still open, when the visitor's passes do not
 * admit here; to My Pass, when the visitor has a live pass; else to the passes on sale.
 */
export function PriceAction({ place }: { place: AttractionDetail }) {
  const { price } = useFormat()
  const offer = usePassOffer(place)
  const included = offer ? offer.kind !== 'notIncluded' : place.passGroup !== null
  const refused = offer !== null && offer.kind !== 'free'
  const held = useMyPasses().list.some((pass) => isLive(pass.state) && !isClaimed(pass))
  const gate = price(place.adultPrice)
  const free = price(0)
  return (
    <ActionBar className={styles.action}>
      {included ? (
        <p className={styles.price}>
          {place.adultPrice > 0 && !refused && (
            <span>
              <Trans>
                <s>{gate}</s> at the gate
              </Trans>
            </span>
          )}
          <b>{offer ? <PassOfferText offer={offer} /> : <Trans>{free} with pass</Trans>}</b>
        </p>
      ) : (
        <p className={styles.price}>
          <span>{offer ? <PassOfferText offer={offer} /> : <Trans>Not included in the pass</Trans>}</span>
          <strong>{place.adultPrice > 0 ? gate : <Trans>Free entry</Trans>}</strong>
        </p>
      )}
      {refused ? (
        <LinkButton to="/myPage/stillOpen" icon={DoorOpen}>
          <Trans>Where I can still go</Trans>
        </LinkButton>
      ) : held ? (
        <LinkButton to="/myPage/myPass" icon={QrCode}>
          <Trans>Open My Pass</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/pass" icon={Ticket}>
          <Trans>See the passes</Trans>
        </LinkButton>
      )}
    </ActionBar>
  )
}
