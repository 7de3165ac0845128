import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { TRAVEL_CATEGORIES } from '#contract/codes.ts'
import { useTravelInfos, type TravelInfo } from '#data/travelInfo.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/filterChip.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import chips from '../../-shared/filterChips.module.css'
import { sceneOfTravel, TRAVEL_ICONS } from '../../-shared/travelScenes.ts'
import type { TravelSearch } from './travelSearch.ts'
import styles from './travel.module.css'

interface Props {
  search: TravelSearch
  onChange: (search: TravelSearch) => void
}

/** Renders `/travelInfo`: what to see, buy and eat, by six categories (spec 1.16). Works offline. */
export function TravelListScreen({ search: { kind }, onChange }: Props) {
  const { t } = useLingui()
  const { status, data, at, reload } = useTravelInfos()
  const all = data?.list ?? []
  const entries = kind ? all.filter(({ touristTycd }) => touristTycd === kind) : all
  const count = entries.length
  return (
    <main data-screen="/travelInfo" className={styles.screen} aria-busy={status === 'loading'}>
      <TopBar title={<Trans>Travel information</Trans>} />
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load the travel information`} onRetry={() => void reload()} />
      ) : (
        <>
          <div role="group" aria-label={t`Category`} className={chips.chips}>
            <FilterChip selected={!kind} onClick={() => onChange({})}>
              <Trans>All</Trans>
            </FilterChip>
            {TRAVEL_CATEGORIES.map((each) => {
              const name = all.find(({ touristTycd }) => touristTycd === each)?.category
              return (
                name && (
                  <FilterChip
                    key={each}
                    selected={kind === each}
                    icon={TRAVEL_ICONS[each]}
                    onClick={() => onChange(kind === each ? {} : { kind: each })}
                  >
                    {name}
                  </FilterChip>
                )
              )
            })}
          </div>
          <div className={chips.count}>
            <p role="status">{data && <Plural value={count} one="# article" other="# articles" />}</p>
            {data && <DataAge at={at} />}
          </div>
          <LoadingLine label={t`Loading the travel information`} active={!data} />
          {data && count === 0 && (
            <EmptyState
              scene={<Scene name="forest" />}
              title={<Trans>Nothing in this category</Trans>}
              actions={
                kind && (
                  <Button kind="outline" onClick={() => onChange({})}>
                    <Trans>Show all articles</Trans>
                  </Button>
                )
              }
            />
          )}
          <ul className={styles.cards}>
            {data
              ? entries.map((entry) => <Card key={entry.id} entry={entry} />)
              : [0, 1, 2, 3, 4, 5].map((index) => (
                  <li key={index}>
                    <Skeleton height="6rem" />
                  </li>
                ))}
          </ul>
        </>
      )}
    </main>
  )
}

function Card({ entry }: { entry: TravelInfo }) {
  return (
    <li className={styles.card}>
      <Scene name={sceneOfTravel(entry)} crop={[38, 0, 325, 300]} className={styles.picture} />
      <div className={styles.words}>
        <p>{entry.category}</p>
        <Link to="/travelInfo/$detail" params={{ detail: entry.id }} className={styles.name}>
          {entry.title}
        </Link>
        <p>
          {entry.district}
          {entry.period && <> · {entry.period}</>}
        </p>
      </div>
    </li>
  )
}
