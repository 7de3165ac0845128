import { Plural, Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/pass.ts'

type Props = { product: Pick<Product, 'allowance' | 'places'> }

/** Renders which places a pass admits to on a ticket, where there is room for one group on a line. */
export function PlaceCount({ product: { allowance, places } }: Props) {
  const count = places.A + places.B
  if (!allowance)
    return (
      <span>
        <Plural value={count} one="# place" other="# places" />
      </span>
    )
  const { A: fromA, B: fromB } = allowance
  const { A: countA, B: countB } = places
  return (
    <>
      <span>
        <Trans>
          {fromA} of {countA} big ones (A)
        </Trans>
      </span>{' '}
      <span>
        <Trans>
          {fromB} of {countB} others (B)
        </Trans>
      </span>
    </>
  )
}
