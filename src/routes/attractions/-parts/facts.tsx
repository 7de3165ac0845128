import { Trans, useLingui } from '@lingui/react/macro'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import styles from '../../-shared/detail/detail.module.css'
import { usePlaceHours } from '../../-shared/attraction/placeHours.ts'

/** Renders today's opening hours, the last entry and the length of a visit. */
export function Facts({ place, now }: { place: AttractionDetail; now: number }) {
  const { t } = useLingui()
  const hours = usePlaceHours()
  const minutes = place.visitMinutes
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <Trans>Hours today</Trans>
        </dt>
        <dd>{hours.day(place, now)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Last entry</Trans>
        </dt>
        <dd>{place.lastEntry ? hours.clock(place.lastEntry) : '–'}</dd>
      </div>
      <div>
        <dt>
          <Trans>Time needed</Trans>
        </dt>
        <dd>{t`about ${minutes} min`}</dd>
      </div>
    </dl>
  )
}
