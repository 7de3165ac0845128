import { usePassOffers } from '#data/passOffer.ts'
import { GiftWaiting } from './giftWaiting.tsx'
import { NextPlaces } from './nextPlaces.tsx'
import { OpenPlacesRow } from './openPlacesRow.tsx'
import { PassTickets } from './passTickets.tsx'
import { useCurrentPass } from './useCurrentPass.ts'
import { useNextPlaces } from './useNextPlaces.ts'

/**
 * Renders home below the pass for members: a gift that waits for their answer, where they can go next, and the passes
 * on sale last; without a pass of their own the passes come before the places.
 */
export function MemberSections() {
  const pass = useCurrentPass()
  const offerOf = usePassOffers()
  const next = useNextPlaces(pass)
  const scenes = next.map(({ place }) => place.scene)
  return (
    <>
      <GiftWaiting />
      {pass && <NextPlaces pass={pass} next={next} />}
      {!pass && <PassTickets />}
      <OpenPlacesRow offerOf={offerOf} shownScenes={scenes} />
      {pass && <PassTickets />}
    </>
  )
}
