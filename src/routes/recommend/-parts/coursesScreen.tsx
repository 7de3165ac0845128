import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { Scene } from '#art/scene.tsx'
import { COMPANIONS, TOUR_LENGTHS } from '#contract/codes.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { filterCourses } from '#contract/rules/courseFilter.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/filterChip.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import chips from '../../-shared/filterChips.module.css'
import { SearchField } from '../../-shared/searchField.tsx'
import { CourseCard } from './courseCard.tsx'
import type { CourseSearch } from './courseSearch.ts'
import styles from './courses.module.css'
import { useCoverage, usePlaces } from './useCourses.ts'

interface Props {
  search: CourseSearch
  onChange: (search: CourseSearch, entry: 'replace' | 'push') => void
}

/** Renders `/recommend`: the courses of the mirror, filtered on the phone (spec 1.15, 3.33). */
export function CoursesScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const { data, status, at, refresh } = useCatalogue()
  const places = usePlaces()
  const coverage = useCoverage()
  const deferredSearch = useDeferredValue(search)
  const { q, with: companion, length, covered } = deferredSearch
  const courses = filterCourses(data?.courses ?? [], places, { keyword: q, companion, length }).filter(
    (course) => !covered || coverage.covers(course),
  )
  const count = courses.length
  return (
    <main data-screen="/recommend" className={styles.screen} aria-busy={status === 'loading'}>
      <TopBar title={<Trans>Courses</Trans>} />
      <div className={styles.filters}>
        <SearchField
          label={t`Search courses`}
          placeholder={t`Courses, places`}
          word={search.q ?? ''}
          onWord={(word) => onChange(changed(search, { q: word || undefined }), 'replace')}
        />
        <Filters search={search} courses={data?.courses ?? []} hasPass={coverage.hasPass} onChange={onChange} />
      </div>
      <div className={chips.count}>
        <p role="status">{status === 'ready' && <Plural value={count} one="# course" other="# courses" />}</p>
        {status === 'ready' && <DataAge at={at} />}
      </div>
      <LoadingLine label={t`Loading the courses`} active={status === 'loading'} />
      {status === 'failed' && <CatalogueError title={t`Could not load the courses`} onRetry={() => void refresh()} />}
      {status === 'ready' && count === 0 && (
        <EmptyState
          scene={<Scene name="forest" />}
          title={<Trans>No results</Trans>}
          text={<Trans>Try a shorter word or fewer filters.</Trans>}
          actions={
            <Button kind="outline" onClick={() => onChange({}, 'push')}>
              <Trans>Show all courses</Trans>
            </Button>
          }
        />
      )}
      <ul className={styles.cards}>
        {status === 'loading'
          ? [0, 1, 2, 3, 4, 5].map((index) => (
              <li key={index}>
                <Skeleton height="20rem" radius="var(--radius-card)" />
              </li>
            ))
          : courses.map((course) => <CourseCard key={course.id} course={course} />)}
      </ul>
    </main>
  )
}

type Change = { [Name in keyof CourseSearch]?: CourseSearch[Name] | undefined }

/** Returns the filters with `change`; undefined removes a filter. */
const changed = (search: CourseSearch, change: Change): CourseSearch =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined))

interface FiltersProps extends Props {
  courses: readonly Course[]
  hasPass: boolean
}

/** Renders the chips: covered by a pass, companions, lengths. The names of the latter come with the courses. */
function Filters({ search, courses, hasPass, onChange }: FiltersProps) {
  const { t } = useLingui()
  const toggle = <Name extends keyof CourseSearch>(name: Name, value: CourseSearch[Name]) =>
    onChange(changed(search, { [name]: search[name] === value ? undefined : value }), 'push')
  return (
    <div role="group" aria-label={t`Filters`} className={chips.chips}>
      <FilterChip selected={search.covered === '1'} onClick={() => toggle('covered', '1')}>
        {hasPass ? <Trans>Covered by my pass</Trans> : <Trans>Covered by one pass</Trans>}
      </FilterChip>
      {TOUR_LENGTHS.map((each) => {
        const name = courses.find(({ length }) => length === each)?.lengthText
        return (
          name && (
            <FilterChip key={each} selected={search.length === each} onClick={() => toggle('length', each)}>
              {name}
            </FilterChip>
          )
        )
      })}
      {COMPANIONS.map((each) => {
        const name = courses.find(({ companion }) => companion === each)?.companionText
        return (
          name && (
            <FilterChip key={each} selected={search.with === each} onClick={() => toggle('with', each)}>
              {name}
            </FilterChip>
          )
        )
      })}
    </div>
  )
}
