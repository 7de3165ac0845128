import { Trans, useLingui } from '@lingui/react/macro'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { comparePasses } from '#contract/rules/passFinder.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import type { PlanIds } from '../../-shared/planSearch.ts'
import screen from '../../-shared/screen.module.css'
import { Answer, NoPlaces } from './answer.tsx'
import { PlacePicker } from './placePicker.tsx'
import { PlanEditor } from './planEditor.tsx'

interface Props {
  plan: PlanIds
  onChange: (plan: PlanIds, entry: 'replace' | 'push') => void
}

/**
 * `/whichPass`: compares what the chosen places cost with each pass and at the gates (decisions 0250, 0251). Reads the
 * mirror only, so it works offline.
 */
export function FinderScreen({ plan, onChange }: Props) {
  const { t } = useLingui()
  const { data, status, at, refresh } = useCatalogue()
  const places = new Map(data?.attractions.map((place) => [place.gdsUid, place]))
  // Places that have left the catalogue are dropped.
  const days: AttractionDetail[][] = plan.days.map((ids) => ids.flatMap((id) => places.get(id) ?? []))
  return (
    <main data-screen="/whichPass" className={screen.reading} aria-busy={status === 'loading'}>
      <TopBar title={<Trans>Which pass is right for me?</Trans>} back="/pass" />
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load the passes`} onRetry={() => void refresh()} />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading passes`} />
          <Skeleton height="12rem" radius="var(--radius-card)" />
          <Skeleton height="6rem" radius="var(--radius-card)" />
          <Skeleton height="18rem" radius="var(--radius-card)" />
        </>
      ) : (
        <>
          <p className={screen.lead}>
            <Trans>Choose the places you want to visit. We compare the passes with the prices at the gates.</Trans>
          </p>
          <Columns
            first
            detail
            aside={
              days.flat().length === 0 ? (
                <NoPlaces />
              ) : (
                <Answer comparison={comparePasses({ days, people: plan.people }, data.products)} people={plan.people} />
              )
            }
          >
            <PlanEditor plan={plan} days={days} onChange={onChange} />
            <PlacePicker plan={plan} catalogue={data} onChange={onChange} />
            <p className={screen.second}>
              <DataAge at={at} />
            </p>
          </Columns>
        </>
      )}
    </main>
  )
}
