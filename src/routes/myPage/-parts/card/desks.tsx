import { Trans, useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useReceiptPlaces, type ReceiptPlace } from '#data/receiptPlaces.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { usePlaceHours } from '../../../-shared/attraction/placeHours.ts'
import { MapLink } from '../../../-shared/mapLink.tsx'
import styles from './voucher.module.css'

/** The desks have a timetable and no days off beside it. */
const NO_DAY_OFF = { code: '', text: '' }

/** Renders where card passes are collected: hours of today, the place inside, and a map. `chosen`: id of the planned one. */
export function Desks({ chosen }: { chosen: string | undefined }) {
  const { t } = useLingui()
  const { status, data, reload } = useReceiptPlaces()
  const places = data?.list.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
  return (
    <section className={styles.desks} aria-labelledby="desks">
      <h2 id="desks">
        <Trans>Where to collect</Trans>
      </h2>
      {places ? (
        <ul>
          {places.map((place) => (
            <Desk key={place.id} place={place} isChosen={place.id === chosen} />
          ))}
        </ul>
      ) : status === 'failed' ? (
        <div role="alert" className={styles.failed}>
          <p>
            <Trans>Could not load the exchange desks. This does not affect vouchers.</Trans>
          </p>
          <Button kind="outline" size="small" onClick={() => void reload()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <>
          <LoadingLine label={t`Loading the exchange desks`} />
          <Skeleton height="6rem" radius="var(--radius-card)" />
          <Skeleton height="6rem" radius="var(--radius-card)" />
        </>
      )}
    </section>
  )
}

function Desk({ place, isChosen }: { place: ReceiptPlace; isChosen: boolean }) {
  const { short, day } = usePlaceHours()
  const now = useNow(MINUTE_MS)
  const timetable = { hours: place.hours, dayOff: NO_DAY_OFF, lastEntry: null }
  const { name } = place
  return (
    <li className={styles.desk} data-desk={place.id}>
      <h3>{name}</h3>
      <p className={styles.tags}>
        {isChosen && (
          <Tag tone="harbour">
            <Trans>Chosen at purchase</Trans>
          </Tag>
        )}
        <Tag>{place.kind === 'kiosk' ? <Trans>Self-service kiosk</Trans> : <Trans>Exchange desk</Trans>}</Tag>
      </p>
      <p>
        <strong>{short(timetable, now)}</strong> · {day(timetable, now)}
        {place.approxYn === 'Y' && (
          <>
            {' · '}
            <Trans>hours not confirmed</Trans>
          </>
        )}
      </p>
      <p className={styles.inside}>
        <Icon of={MapPin} size={16} />
        <span>
          {place.whereInside}
          {place.station && ` · ${place.station.name}`}
        </span>
      </p>
      <p>{place.requires}</p>
      <MapLink name={name} lat={place.lat} lon={place.lon} />
    </li>
  )
}
