import { useState } from 'react'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import { exampleChoice } from '#contract/rules/gateSum.ts'
import { togglePlace } from '../../-shared/groups/choice.ts'
import type { Choosing } from '../../-shared/groups/shelf.tsx'

/** Returns the places chosen for a product: the example until the visitor chooses. Kept while the screen is open. */
export const useChoice = (product: Product, places: readonly Attraction[]): Choosing => {
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const chosen = ids
    ? ids.flatMap((id) => places.find(({ gdsUid }) => gdsUid === id) ?? [])
    : exampleChoice(product, places)
  return {
    product,
    chosen,
    isExample: ids === null,
    onToggle: (place) => setIds(togglePlace(product, chosen, place).map(({ gdsUid }) => gdsUid)),
  }
}
