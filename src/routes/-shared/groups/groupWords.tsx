import { Plural, Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/pass.ts'

type Props = { product: Pick<Product, 'allowance' | 'places'> }

/** Renders which places a pass admits to, and what the groups are: `1 from the 12 big ones (A) and 2 from 27 more (B)`. */
export function GroupWords({ product: { allowance, places } }: Props) {
  const all = places.A + places.B
  if (!allowance) return <Plural value={all} one="# place, once" other="All # places, once each" />
  const { A: fromA, B: fromB } = allowance
  const { A: countA, B: countB } = places
  return (
    <Trans>
      {fromA} of the {countA} big ones (A) and {fromB} of the {countB} others (B)
    </Trans>
  )
}
