import { usePassOffers } from '#data/passOffer.ts'
import { OpenPlacesRow } from './openPlacesRow.tsx'

/** `OpenPlacesRow` for a member: omits places that their passes have visited or do not include. */
export function MemberOpenPlaces() {
  return <OpenPlacesRow offerOf={usePassOffers()} />
}
