import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { Course } from '#contract/calls/recommendTour.ts'
import { courseDays } from '#contract/rules/course.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './courses.module.css'
import { stopsOf, useCoverage, usePlaces } from './useCourses.ts'

/** Renders a course as a card: picture, length, companions, name, its stops, and whether one pass covers them. */
export function CourseCard({ course }: { course: Course }) {
  const places = usePlaces()
  const { hasPass, covers } = useCoverage()
  const stops = stopsOf(courseDays(course, places))
  const [cover] = stops
  return (
    <li className={styles.card}>
      <Scene name={course.scene} place={cover?.gdsUid} crop={[0, 24, 400, 252]} className={styles.picture} />
      <div className={styles.inside}>
        <p className={styles.kind}>
          {course.lengthText} · {course.companionText}
        </p>
        <h2>
          <Link to="/recommend/$detail" params={{ detail: course.id }} className={styles.name}>
            {course.name}
          </Link>
        </h2>
        <p className={styles.stops}>{stops.map(({ name, shortName }) => shortName ?? name).join(' → ')}</p>
        <div className={styles.tags}>
          {covers(course) ? (
            <Tag tone="kelp" icon={Check}>
              {hasPass ? <Trans>Covered by my pass</Trans> : <Trans>Covered by one pass</Trans>}
            </Tag>
          ) : (
            <PassStops free={stops.filter(({ passGroup }) => passGroup !== null).length} all={stops.length} />
          )}
        </div>
      </div>
    </li>
  )
}

/** Renders how many of the stops take a pass. */
export function PassStops({ free, all }: { free: number; all: number }) {
  return (
    <Tag>
      <Trans>
        {free} of {all} stops with a pass
      </Trans>
    </Tag>
  )
}
