import { Trans, Plural, useLingui } from '@lingui/react/macro'
import { Map as MapIcon } from 'lucide-react'
import { useDeferredValue, useRef } from 'react'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { AboutGroups } from '../../-shared/groups/aboutGroups.tsx'
import { ShowMore } from '../../-shared/showMore.tsx'
import { Filters } from './filters.tsx'
import styles from '../../-shared/attraction/list.module.css'
import { Preview } from './preview.tsx'
import { BlankRow, Row } from '../../-shared/attraction/row.tsx'
import type { AttractionsSearch } from '../../-shared/attraction/search.ts'

const PAGE_SIZE = 20

interface Props {
  search: AttractionsSearch
  onChange: (search: AttractionsSearch, entry: 'replace' | 'push') => void
}

const matching = (list: readonly AttractionDetail[], { q, category, group, free }: AttractionsSearch) =>
  filterAttractions(list, { keyword: q, category, group }).filter((place) => !free || place.passGroup !== null)

/** Returns the filters that the map has too. */
const mapSearch = ({ category, group, free }: AttractionsSearch) => ({
  ...(category && { category }),
  ...(group && { group }),
  ...(free && { free }),
})

/** Renders `/attractions`: the attractions of the mirror, filtered on the phone, in pages of twenty. */
export function AttractionsScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const { data, status, at, refresh } = useCatalogue()
  const now = useNow(MINUTE_MS)
  // Deferred: the search field and the chips respond at once, the rows follow.
  const deferredSearch = useDeferredValue(search)
  const matches = matching(data?.attractions ?? [], deferredSearch)
  const count = matches.length
  const rows = matches.slice(0, PAGE_SIZE * (deferredSearch.page ?? 1))
  const list = useRef<HTMLUListElement>(null)
  const selected = matches.find((place) => place.gdsUid === deferredSearch.at) ?? matches[0]
  return (
    <main
      data-screen="/attractions"
      className={styles.screen}
      aria-busy={status === 'loading' || deferredSearch !== search}
    >
      <div className={styles.list}>
        <TopBar
          title={<Trans>Attractions</Trans>}
          actions={
            <LinkButton kind="outline" size="small" icon={MapIcon} to="/map" search={mapSearch(search)}>
              <Trans>Map</Trans>
            </LinkButton>
          }
        />
        <Filters search={search} onChange={onChange} />
        <div className={styles.count}>
          <p role="status">
            {status === 'loading' ? (
              <Trans>Loading places</Trans>
            ) : (
              status === 'ready' && <Plural value={count} one="# place" other="# places" />
            )}
          </p>
          {status === 'ready' && <DataAge at={at} />}
          <AboutGroups />
        </div>
        <LoadingLine label={t`Loading places`} active={status === 'loading'} />
        {status === 'failed' && <CatalogueError title={t`Could not load the list`} onRetry={() => void refresh()} />}
        {status === 'ready' && count === 0 && (
          <EmptyState
            scene={<Scene name="forest" />}
            title={<Trans>No results</Trans>}
            text={<Trans>Try a shorter word or fewer filters.</Trans>}
            actions={
              <Button kind="outline" onClick={() => onChange({}, 'push')}>
                <Trans>Show all places</Trans>
              </Button>
            }
          />
        )}
        <ul ref={list} className={styles.rows}>
          {status === 'loading'
            ? [0, 1, 2, 3, 4, 5].map((index) => <BlankRow key={index} />)
            : rows.map((place) => (
                <Row key={place.gdsUid} place={place} now={now} selected={place === selected} selectable />
              ))}
        </ul>
        <ShowMore
          list={list}
          count={rows.length}
          hasNext={rows.length < count}
          onPress={() => onChange({ ...search, page: (search.page ?? 1) + 1 }, 'replace')}
        />
      </div>
      <aside className={styles.preview} aria-label={t`Selected place`}>
        {selected && <Preview key={selected.gdsUid} place={selected} now={now} />}
      </aside>
    </main>
  )
}
