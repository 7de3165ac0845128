import { useSession } from '#data/session.ts'
import { late } from '../late.tsx'
import { OpenPlacesRow } from './openPlacesRow.tsx'

const MemberOpenPlaces = late(async () => (await import('./memberOpenPlaces.tsx')).MemberOpenPlaces, OpenPlacesRow)

/** What a pass opens now. A first visit does without the passes of members. */
export function OpenNow() {
  const { state } = useSession()
  return state === 'anonymous' ? <OpenPlacesRow /> : <MemberOpenPlaces />
}
