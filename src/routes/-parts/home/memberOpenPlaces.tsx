import { usePassOffers } from '#data/passOffer.ts'
import { OpenPlacesRow } from './openPlacesRow.tsx'

/** The same row for a member: without the places that their passes have visited. */
export function MemberOpenPlaces() {
  return <OpenPlacesRow offerOf={usePassOffers()} />
}
