import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CATEGORIES, GROUPS } from '#contract/codes.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { CATEGORY_NAMES } from '../../-shared/attraction/categoryNames.ts'
import { SearchField } from '../../-shared/searchField.tsx'
import styles from '../../-shared/attraction/list.module.css'
import type { AttractionsSearch } from '../../-shared/attraction/search.ts'

interface Props {
  search: AttractionsSearch
  onChange: (search: AttractionsSearch, entry: 'replace' | 'push') => void
}

/** Number of categories that a wide screen shows before “all” is pressed; a phone shows all and scrolls. */
const FEW_FACILITIES = 3

/** Renders the search field and the filter chips. Each change resets the list to page 1. */
export function Filters({ search, onChange }: Props) {
  const { t, i18n } = useLingui()
  const [all, setAll] = useState(false)
  const { page: _page, at: _at, ...filters } = search
  const { q, category, group, free, ...rest } = filters
  const otherFilters = {
    ...(q && { q }),
    ...(category && { category }),
    ...(group && { group }),
    ...(free && { free }),
    ...rest,
  }
  const without = (name: keyof AttractionsSearch): AttractionsSearch => {
    const { [name]: _gone, ...remaining } = otherFilters as AttractionsSearch
    return remaining
  }
  const write = (word: string): void => onChange({ ...without('q'), ...(word && { q: word }) }, 'replace')
  return (
    <>
      <SearchField label={t`Search attractions`} placeholder={t`Places, areas`} word={q ?? ''} onWord={write} />
      <div role="group" aria-label={t`Filters`} className={styles.chips}>
        <FilterChip
          selected={free === true}
          onClick={() => onChange(free ? without('free') : { ...otherFilters, free: true }, 'push')}
        >
          <Trans>Free with pass</Trans>
        </FilterChip>
        {GROUPS.map((each) => (
          <FilterChip
            key={each}
            selected={group === each}
            onClick={() => onChange(group === each ? without('group') : { ...otherFilters, group: each }, 'push')}
          >
            <Trans>Group {each}</Trans>
          </FilterChip>
        ))}
        {CATEGORIES.map((each, index) => (
          <FilterChip
            key={each}
            className={index >= FEW_FACILITIES && !all && category !== each ? styles.extra : undefined}
            selected={category === each}
            onClick={() =>
              onChange(category === each ? without('category') : { ...otherFilters, category: each }, 'push')
            }
          >
            {i18n._(CATEGORY_NAMES[each])}
          </FilterChip>
        ))}
        <span className={styles.more}>
          <FilterChip selected={all} icon={SlidersHorizontal} onClick={() => setAll(!all)}>
            <Trans>All filters</Trans>
          </FilterChip>
        </span>
      </div>
    </>
  )
}
