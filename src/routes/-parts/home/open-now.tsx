import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { nextSpan, openSpan } from '#contract/rules/openHours.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { useHours } from '../attraction/hours.ts'
import { Blanks } from './blanks.tsx'
import { SectionHead } from './section-head.tsx'
import styles from './home.module.css'

const SHOWN = 8

/** What a pass opens at this minute; when all is closed, what opens first. */
const choose = (list: readonly AttractionDetail[], now: number): { open: boolean; places: AttractionDetail[] } => {
  const covered = list.filter((place) => place.passGroup !== null)
  const open = covered.filter((place) => openSpan(place, now))
  if (open.length > 0) return { open: true, places: open }
  const first = (place: AttractionDetail): number => nextSpan(place, now)?.from ?? Number.MAX_SAFE_INTEGER
  return { open: false, places: covered.toSorted((a, b) => first(a) - first(b)) }
}

/** A row of cards; all of them behind the link. */
export function OpenNow() {
  const { t } = useLingui()
  const { data, status } = useCatalogue()
  const now = useNow(60_000)
  const hours = useHours()
  if (status === 'failed') return null
  const { open, places } = choose(data?.attractions ?? [], now)
  const about = (minutes: number): string => t`about ${minutes} min`
  return (
    <section className={styles.section}>
      <SectionHead
        title={
          open || !data ? <Trans>Open now, free with a pass</Trans> : <Trans>First to open, free with a pass</Trans>
        }
      >
        <Link to="/attractions" search={{ free: true }} className={styles.all}>
          <span className={styles.wide}>
            <Trans>See all</Trans>
          </span>
          <span className="visually-hidden">
            {' '}
            · <Trans>Free with pass</Trans>
          </span>
          <Icon of={ChevronRight} />
        </Link>
      </SectionHead>
      <ul className={styles.cards}>
        {data ? (
          places.slice(0, SHOWN).map((place) => (
            <li key={place.gdsUid}>
              <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={styles.card}>
                <Scene name={place.scene} crop={[0, 24, 400, 252]} className={styles.picture} />
                <b>{place.name}</b>
                <span>
                  {hours.short(place, now)} · {about(place.visitMinutes)}
                </span>
              </Link>
            </li>
          ))
        ) : (
          <Blanks />
        )}
      </ul>
    </section>
  )
}
