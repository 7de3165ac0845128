import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Category } from '#contract/codes.ts'

/** Names of the twelve categories of attractions (spec 3.15). */
export const CATEGORY_NAMES: Record<Category, MessageDescriptor> = {
  open_late: msg({ id: 'code.category.open_late', message: 'Open late' }),
  outdoors: msg({ id: 'code.category.outdoors', message: 'Outdoors' }),
  indoors: msg({ id: 'code.category.indoors', message: 'Indoors' }),
  food_drinks: msg({ id: 'code.category.food_drinks', message: 'Food and drinks' }),
  outside_city: msg({ id: 'code.category.outside_city', message: 'Outside the city' }),
  theme_parks: msg({ id: 'code.category.theme_parks', message: 'Theme parks and rides' }),
  adults_only: msg({ id: 'code.category.adults_only', message: 'Adults only' }),
  tours_cruises: msg({ id: 'code.category.tours_cruises', message: 'Tours and cruises' }),
  less_crowds: msg({ id: 'code.category.less_crowds', message: 'Less crowded' }),
  culture_history: msg({ id: 'code.category.culture_history', message: 'Cultural and historical sites' }),
  family: msg({ id: 'code.category.family', message: 'Family' }),
  other: msg({ id: 'code.category.other', message: 'Other' }),
}

/** Names of where a visit takes place. */
export const SETTING_NAMES = {
  indoor: msg({ id: 'code.facility.indoor', message: 'Indoors' }),
  outdoor: msg({ id: 'code.facility.outdoor', message: 'Outdoors' }),
  mixed: msg`Indoors and outdoors`,
} as const satisfies Record<string, MessageDescriptor>
