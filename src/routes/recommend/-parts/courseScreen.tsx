import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { courseDays } from '#contract/rules/course.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { Tag } from '#ui/tag.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import frame from '../../-shared/detail/detail.module.css'
import { DetailLoading } from '../../-shared/detail/detailLoading.tsx'
import { Hero } from '../../-shared/detail/hero.tsx'
import { planSearch } from '../../-shared/planSearch.ts'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { CoursePass } from './coursePass.tsx'
import styles from './course.module.css'
import { DayTimeline } from './dayTimeline.tsx'
import { stopsOf, usePlaces } from './useCourses.ts'

/** Renders `/recommend/{detail}`: one course by day, read from the mirror (spec 1.15). */
export function CourseScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const { data, status, refresh } = useCatalogue()
  const places = usePlaces()
  const course = data?.courses.find((each) => each.id === id)
  useTitle(course?.name ?? t`Courses`)
  if (course) return <Detail key={id} course={course} places={places} />
  if (status === 'ready') return <NotFoundScreen />
  return (
    <main data-screen="/recommend/{detail}" aria-busy={status === 'loading'}>
      {status === 'loading' ? (
        <DetailLoading label={t`Loading the course`} />
      ) : (
        <CatalogueError title={t`Could not load this course`} onRetry={() => void refresh()} />
      )}
    </main>
  )
}

function Detail({ course, places }: { course: Course; places: ReadonlyMap<string, AttractionDetail> }) {
  const { at } = useCatalogue()
  const online = useOnline()
  const days = courseDays(course, places)
  const stops = stopsOf(days)
  const minutes = days.reduce((sum, day) => sum + day.visitMinutes, 0)
  return (
    <main data-screen="/recommend/{detail}" data-hero className={frame.detail}>
      <Hero scene={course.scene} place={stops[0]?.gdsUid} title={course.name} back="/recommend" />
      <article className={frame.sheet}>
        <div className={frame.tags}>
          <Tag tone="harbour">{course.lengthText}</Tag>
          <Tag>{course.companionText}</Tag>
        </div>
        <h1>{course.name}</h1>
        <Facts days={days.length} stops={stops.length} minutes={minutes} />
        {!online && (
          <p className={styles.age}>
            <DataAge at={at} />
          </p>
        )}
        <p className={frame.text}>{course.summary}</p>
        <p className={styles.note}>
          <Trans>
            Distances are in a straight line from the previous stop. Times show how long a visit usually takes, not
            including travel.
          </Trans>
        </p>
        {days.map((day) => (
          <DayTimeline key={day.day} day={day} isOnly={days.length === 1} />
        ))}
        <Link
          to="/whichPass"
          search={planSearch({ days: course.days.map(({ gdsUids }) => gdsUids), people: 1 })}
          className={screen.link}
        >
          <Trans>Which pass is right for me?</Trans>
        </Link>
      </article>
      <CoursePass course={course} stops={stops} />
    </main>
  )
}

function Facts({ days, stops, minutes }: { days: number; stops: number; minutes: number }) {
  const { duration } = useFormat()
  // To the half hour: visits are estimates.
  const half = HOUR_MS / 2
  const length = duration(Math.max(half, Math.round((minutes * MINUTE_MS) / half) * half))
  return (
    <dl className={frame.facts}>
      <div>
        <dt>
          <Trans>Length</Trans>
        </dt>
        <dd>
          <Plural value={days} one="# day" other="# days" />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Stops</Trans>
        </dt>
        <dd>
          <Plural value={stops} one="# place" other="# places" />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Time at the stops</Trans>
        </dt>
        <dd>
          <Trans>about {length}</Trans>
        </dd>
      </div>
    </dl>
  )
}
