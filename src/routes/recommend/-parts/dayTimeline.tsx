import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { CourseDay } from '#contract/rules/course.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { PassTags } from '../../-shared/attraction/tags.tsx'
import { usePlaceHours } from '../../-shared/attraction/placeHours.ts'
import { useDistance } from '../../-shared/detail/useDistance.ts'
import styles from './course.module.css'

/** Renders the stops of one day in their order, with the way between them and today's hours of each. */
export function DayTimeline({ day, isOnly }: { day: CourseDay<AttractionDetail>; isOnly: boolean }) {
  const number = day.day
  return (
    <section className={styles.day}>
      <h2>{isOnly ? <Trans>Itinerary</Trans> : <Trans>Day {number}</Trans>}</h2>
      <ol className={styles.stops}>
        {day.stops.map((stop) => (
          <Stop key={stop.gdsUid} stop={stop} />
        ))}
      </ol>
    </section>
  )
}

function Stop({ stop }: { stop: AttractionDetail & { metres: number | null } }) {
  const { t } = useLingui()
  const now = useNow(MINUTE_MS)
  const hours = usePlaceHours()
  const distance = useDistance()
  const minutes = stop.visitMinutes
  const today = hours.day(stop, now)
  const way = stop.metres === null ? null : distance(stop.metres)
  return (
    <li className={styles.stop}>
      {way && (
        <p className={styles.way}>
          <Trans>{way} from the previous stop</Trans>
        </p>
      )}
      <Scene name={stop.scene} place={stop.gdsUid} crop="porthole" className={styles.porthole} />
      <div className={styles.words}>
        <h3>
          <Link to="/attractions/$detail" params={{ detail: stop.gdsUid }} className={styles.name}>
            {stop.name}
          </Link>
        </h3>
        <p>
          {stop.district} · {t`about ${minutes} min`}
        </p>
        <p>
          <Trans>Today: {today}</Trans>
          {stop.dayOff.code !== 'none' && <> · {stop.dayOff.text}</>}
        </p>
        <PassTags place={stop} />
      </div>
    </li>
  )
}
