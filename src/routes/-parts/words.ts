import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Category } from '#contract/codes.ts'

/** The twelve categories of attractions (specification 3). */
export const CATEGORY_NAMES: Record<Category, MessageDescriptor> = {
  open_late: msg`Open late`,
  outdoors: msg`Outdoors`,
  indoors: msg`Indoors`,
  food_drinks: msg`Food and drinks`,
  outside_city: msg`Outside the city`,
  theme_parks: msg`Theme parks and rides`,
  adults_only: msg`Adults only`,
  tours_cruises: msg`Tours and cruises`,
  less_crowds: msg`Less crowded`,
  culture_history: msg`Cultural and historical sites`,
  family: msg`Family`,
  other: msg`Other`,
}

/** Where a visit takes place. */
export const SETTING_NAMES = {
  indoor: msg`Indoors`,
  outdoor: msg`Outdoors`,
  mixed: msg`Indoors and outdoors`,
} as const satisfies Record<string, MessageDescriptor>
