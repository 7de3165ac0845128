import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useRef, useState } from 'react'
import { VENUE_TYPES } from '#contract/codes.ts'
import { usePartners, type Partner } from '#data/partners.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/filterChip.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { DistrictSelect } from '../../-shared/districtSelect.tsx'
import chips from '../../-shared/filterChips.module.css'
import { MapLink } from '../../-shared/mapLink.tsx'
import screen from '../../-shared/screen.module.css'
import { SearchField } from '../../-shared/searchField.tsx'
import { ShowMore } from '../../-shared/showMore.tsx'
import { Part } from './guideFrame.tsx'
import { filterPartners, type PartnerSearch } from './partnerSearch.ts'

const PAGE_SIZE = 20

interface Props {
  search: PartnerSearch
  onChange: (search: PartnerSearch, entry: 'replace' | 'push') => void
}

/**
 * Renders the partners that give a discount (spec 1.12), filtered on the phone, in pages of twenty. All of them are
 * stored on the phone when the list is first opened, so that it works offline.
 */
export function Partners({ search, onChange }: Props) {
  const { t } = useLingui()
  const { status, data, at, reload } = usePartners()
  const [pages, setPages] = useState(1)
  const rows = useRef<HTMLUListElement>(null)
  // Deferred: the search field and the chips respond at once, the rows follow.
  const deferredSearch = useDeferredValue(search)
  const all = data?.list ?? []
  const matches = filterPartners(all, deferredSearch)
  const count = matches.length
  const change = (next: PartnerSearch, entry: 'replace' | 'push'): void => {
    setPages(1)
    onChange(next, entry)
  }
  return (
    <Part id="partners" title={<Trans>Partners with a discount</Trans>}>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load the partners`} onRetry={() => void reload()} />
      ) : (
        <>
          <p className={screen.second}>
            <Trans>Show the Korean name to a taxi driver. The locations on the map are approximate.</Trans>
          </p>
          <PartnerFilters all={all} search={search} onChange={change} />
          <div className={chips.count}>
            <p role="status">{data && <Plural value={count} one="# partner" other="# partners" />}</p>
            {data && <DataAge at={at} />}
          </div>
          <LoadingLine label={t`Loading the partners`} active={!data} />
          {data && count === 0 && (
            <EmptyState
              title={<Trans>No results</Trans>}
              text={<Trans>Try a shorter word or fewer filters.</Trans>}
              actions={
                <Button kind="outline" onClick={() => change({}, 'push')}>
                  <Trans>Show all partners</Trans>
                </Button>
              }
            />
          )}
          <ul ref={rows} className={screen.rows}>
            {data
              ? matches.slice(0, PAGE_SIZE * pages).map((partner) => <Row key={partner.venueUid} partner={partner} />)
              : [0, 1, 2].map((index) => (
                  <li key={index}>
                    <Skeleton height="5rem" />
                  </li>
                ))}
          </ul>
          <ShowMore
            list={rows}
            count={Math.min(count, PAGE_SIZE * pages)}
            hasNext={count > PAGE_SIZE * pages}
            onPress={() => setPages(pages + 1)}
          />
        </>
      )}
    </Part>
  )
}

/** Renders the search field, and the types and districts that some partner has. */
function PartnerFilters({ all, search, onChange }: Props & { all: readonly Partner[] }) {
  const { t } = useLingui()
  const { partnerType, district, q } = search
  const typeNames = new Map(all.map(({ type, typeText }) => [type, typeText]))
  const districts = new Map(all.map((each) => [each.districtCd, each.district]))
  const change = (
    next: { [Name in keyof PartnerSearch]?: PartnerSearch[Name] | undefined },
    entry: 'replace' | 'push' = 'push',
  ): void => {
    const merged = { ...search, ...next }
    onChange(Object.fromEntries(Object.entries(merged).filter(([, value]) => value)) as PartnerSearch, entry)
  }
  return (
    <>
      <SearchField
        label={t`Search partners`}
        placeholder={t`Places, areas`}
        word={q ?? ''}
        onWord={(word) => change({ q: word }, 'replace')}
      />
      <div role="group" aria-label={t`Filters`} className={chips.chips}>
        {VENUE_TYPES.filter((each) => typeNames.has(each)).map((each) => (
          <FilterChip
            key={each}
            selected={partnerType === each}
            onClick={() => change({ partnerType: partnerType === each ? undefined : each })}
          >
            {typeNames.get(each)}
          </FilterChip>
        ))}
      </div>
      <DistrictSelect districts={districts} value={district} onChange={(next) => change({ district: next })} />
    </>
  )
}

/** Renders one partner: its names, the Korean one for its sign and for drivers, the discount, and a link to a map. */
function Row({ partner: { venueUid, name, nameKo, typeText, district, lat, lon, discount } }: { partner: Partner }) {
  return (
    <li data-partner={venueUid} className={screen.links}>
      <div>
        <h3>{name}</h3>
        {nameKo !== name && (
          <p lang="ko" className={screen.second}>
            {nameKo}
          </p>
        )}
        <p className={screen.second}>
          {typeText} · {district}
        </p>
        <p>
          {discount.text}{' '}
          {discount.sampleYn === 'Y' && (
            <Tag>
              <Trans>Sample</Trans>
            </Tag>
          )}
        </p>
      </div>
      <MapLink name={name} lat={lat} lon={lon} />
    </li>
  )
}
