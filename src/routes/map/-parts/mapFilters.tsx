import { Trans, useLingui } from '@lingui/react/macro'
import { CATEGORIES, GROUPS } from '#contract/codes.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { CATEGORY_NAMES } from '../../-shared/attraction/categoryNames.ts'
import styles from './map.module.css'
import type { MapSearch } from './mapSearch.ts'

type Filters = Omit<MapSearch, 'place'>

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Renders the filters as a row of chips, over the map on phones. */
export function MapFilters({ filters, onChange }: Props) {
  const { t, i18n } = useLingui()
  const without = (name: keyof Filters): Filters => {
    const { [name]: _removed, ...remaining } = filters
    return remaining
  }
  return (
    <div role="group" aria-label={t`Filters`} className={styles.chips}>
      <FilterChip
        selected={filters.open === true}
        onClick={() => onChange(filters.open ? without('open') : { ...filters, open: true })}
      >
        <Trans context="place">Open now</Trans>
      </FilterChip>
      <FilterChip
        selected={filters.free === true}
        onClick={() => onChange(filters.free ? without('free') : { ...filters, free: true })}
      >
        <Trans>Free with pass</Trans>
      </FilterChip>
      {GROUPS.map((group) => (
        <FilterChip
          key={group}
          selected={filters.group === group}
          onClick={() => onChange(filters.group === group ? without('group') : { ...filters, group })}
        >
          <Trans>Group {group}</Trans>
        </FilterChip>
      ))}
      {CATEGORIES.map((category) => (
        <FilterChip
          key={category}
          selected={filters.category === category}
          onClick={() => onChange(filters.category === category ? without('category') : { ...filters, category })}
        >
          {i18n._(CATEGORY_NAMES[category])}
        </FilterChip>
      ))}
    </div>
  )
}
