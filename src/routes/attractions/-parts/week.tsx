import { Trans } from '@lingui/react/macro'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { BCP47 } from '#contract/locales.ts'
import { hasKnownHours } from '#contract/rules/stillOpen.ts'
import { DAY_MS } from '#contract/time.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Details } from '#ui/details.tsx'
import styles from './detail.module.css'
import { usePlaceHours } from '../../-shared/attraction/placeHours.ts'

/** Renders the actual opening hours of the next seven days, monthly days off included. */
export function Week({ place, now }: { place: AttractionDetail; now: number }) {
  const hours = usePlaceHours()
  const weekday = new Intl.DateTimeFormat(BCP47[useLocale()], { weekday: 'long', timeZone: 'Asia/Seoul' })
  return (
    <Details
      summary={
        <>
          <Trans>Opening hours</Trans>
          <span className={styles.off}>{place.dayOff.text}</span>
        </>
      }
    >
      {hasKnownHours(place) ? (
        <dl className={styles.week}>
          {[0, 1, 2, 3, 4, 5, 6].map((day) => {
            const at = now + day * DAY_MS
            return (
              <div key={day}>
                <dt>{weekday.format(at)}</dt>
                <dd>{hours.day(place, at)}</dd>
              </div>
            )
          })}
        </dl>
      ) : (
        <p>{hours.day(place, now)}</p>
      )}
    </Details>
  )
}
