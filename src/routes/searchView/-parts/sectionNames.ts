import { useLingui } from '@lingui/react/macro'
import type { Section } from './siteSearch.ts'

/** Returns the names of the sections of the results. */
export const useSectionNames = (): Record<Section, string> => {
  const { t } = useLingui()
  return {
    passes: t`Passes`,
    attractions: t`Attractions`,
    goods: t`Hotels, tours and more`,
    courses: t`Courses`,
    travel: t`Travel information`,
    offers: t`Promotions and notices`,
  }
}
