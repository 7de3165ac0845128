import { useSession } from '#data/session.ts'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import { OpenPlacesRow } from './openPlacesRow.tsx'

const MemberOpenPlaces = lazyPart(async () => (await import('./memberOpenPlaces.tsx')).MemberOpenPlaces, OpenPlacesRow)

/** Renders the places that a pass opens now. Anonymous visitors do not load the hooks of members' passes. */
export function OpenNow() {
  const { state } = useSession()
  return state === 'anonymous' ? <OpenPlacesRow /> : <MemberOpenPlaces />
}
