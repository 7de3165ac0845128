import { Plural } from '@lingui/react/macro'

/** Renders “only 2 left”. */
export function OnlyLeft({ units }: { units: number }) {
  return <Plural value={units} one="only # left" other="only # left" />
}

/** Renders for how many people something is. */
export function ForPeople({ people }: { people: number }) {
  return <Plural value={people} one="for # person" other="for up to # people" />
}
