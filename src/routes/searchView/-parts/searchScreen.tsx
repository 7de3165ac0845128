import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { useCatalogue } from '#data/catalogue.ts'
import { useOnline } from '#data/online.ts'
import { rememberSearch } from '#data/recentSearches.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { SearchField } from '../../-shared/searchField.tsx'
import { NoResults } from './noResults.tsx'
import { SearchStart } from './searchStart.tsx'
import { ResultSections } from './resultSections.tsx'
import styles from './search.module.css'
import { useSectionNames } from './sectionNames.ts'
import { SECTIONS, type SiteSearch } from './siteSearch.ts'
import { useResults } from './useResults.ts'

interface Props {
  search: SiteSearch
  onChange: (search: SiteSearch, entry: 'replace' | 'push') => void
}

/**
 * Renders `/searchView`: searches passes, attractions, courses, travel information, promotions and notices (spec 2.7).
 */
export function SearchScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const names = useSectionNames()
  const { status, refresh } = useCatalogue()
  const isOnline = useOnline()
  const word = search.q?.trim() ?? ''
  const deferredWord = useDeferredValue(word)
  const results = useResults(deferredWord)
  const { q: _word, ...section } = search
  const change = (next: string) => onChange({ ...section, ...(next && { q: next }) }, 'replace')
  const count = results?.total ?? 0
  const isSearch = deferredWord !== ''
  return (
    <main data-screen="/searchView" className={styles.screen} aria-busy={deferredWord !== word}>
      <TopBar title={<Trans>Search</Trans>} />
      <div className={styles.field} onSubmit={() => rememberSearch(word)}>
        <SearchField
          label={t`Search everything`}
          placeholder={t`Where to in Busan?`}
          word={search.q ?? ''}
          onWord={change}
        />
      </div>
      {status === 'failed' ? (
        <CatalogueError title={t`Search is not available yet`} onRetry={() => void refresh()} />
      ) : !isSearch ? (
        <SearchStart />
      ) : !results ? (
        <LoadingLine label={t`Searching`} />
      ) : (
        <>
          {count > 0 && (
            <div role="group" aria-label={t`Kind of result`} className={styles.chips}>
              <FilterChip selected={!search.in} onClick={() => onChange({ q: word }, 'replace')}>
                <Trans>All</Trans>
              </FilterChip>
              {SECTIONS.filter((each) => results.counts[each] > 0 || each === search.in).map((each) => (
                <FilterChip
                  key={each}
                  selected={search.in === each}
                  onClick={() => onChange({ q: word, ...(search.in !== each && { in: each }) }, 'replace')}
                >
                  {names[each]} {results.counts[each]}
                </FilterChip>
              ))}
            </div>
          )}
          <p role="status" className={styles.count}>
            {count > 0 && <Plural value={count} one="# result" other="# results" />}
            {count > 0 && !isOnline && (
              <>
                {' · '}
                <Trans>found on this device</Trans>
              </>
            )}
          </p>
          {count === 0 ? (
            <NoResults isOnline={isOnline} />
          ) : (
            <div onClickCapture={({ target }) => (target as Element).closest('a') && rememberSearch(word)}>
              <ResultSections
                results={results}
                only={search.in && results.counts[search.in] > 0 ? search.in : undefined}
                onOnly={(chosen) => onChange({ q: word, in: chosen }, 'push')}
              />
            </div>
          )}
        </>
      )}
    </main>
  )
}
