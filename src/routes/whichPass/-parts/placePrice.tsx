import { Trans } from '@lingui/react/macro'
import type { Attraction } from '#contract/calls/attraction.ts'
import { hasGatePrice } from '#contract/rules/gateSum.ts'
import { useFormat } from '#i18n/format.ts'

/** Renders a place's price at its gate, its group, and whether to reserve. */
export function PlacePrice({ place }: { place: Attraction }) {
  const { price } = useFormat()
  const { passGroup: group } = place
  return (
    <small>
      {hasGatePrice(place) ? (
        price(place.adultPrice)
      ) : group === null ? (
        <Trans>Free entry</Trans>
      ) : (
        <Trans>Price not known</Trans>
      )}
      {group && (
        <>
          {' · '}
          <Trans>Group {group}</Trans>
        </>
      )}
      {place.reservationRequired && (
        <>
          {' · '}
          <Trans>Reservation required</Trans>
        </>
      )}
    </small>
  )
}
