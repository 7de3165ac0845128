import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { PassOffer } from '#contract/rules/passOffer.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { useHours } from '../../-shared/attraction/hours.ts'
import { Blanks } from './blanks.tsx'
import { openPlaces, newScenesFirst } from './openPlaces.ts'
import { SectionHead } from './sectionHead.tsx'
import styles from './home.module.css'

const CARDS_MAX = 8
const noOffer = () => null

interface Props {
  /** What the member's passes give at a place. Default: no passes. */
  offerOf?: (place: AttractionDetail) => PassOffer | null
  /** Scenes that the screen shows above: their places come last. */
  shownScenes?: readonly SceneName[]
}

/** A shell is shown at another hour than it was drawn, so it cannot name open places. */
const isShell = typeof document === 'undefined'

/** Renders a row of cards of open places, with a link to all attractions. */
export function OpenPlacesRow({ offerOf = noOffer, shownScenes = [] }: Props) {
  const { t } = useLingui()
  const { data, status } = useCatalogue()
  const now = useNow(MINUTE_MS)
  const hours = useHours()
  if (status === 'failed') return null
  const isKnown = data !== undefined && !isShell
  const { open, places } = openPlaces(data?.attractions ?? [], offerOf, now)
  const about = (minutes: number): string => t`about ${minutes} min`
  return (
    <section className={styles.section}>
      <SectionHead
        title={
          !isKnown ? (
            <Trans>Free with pass</Trans>
          ) : open ? (
            <Trans>Open now, free with a pass</Trans>
          ) : (
            <Trans>Opening next, free with a pass</Trans>
          )
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
        {isKnown ? (
          newScenesFirst(places, shownScenes)
            .slice(0, CARDS_MAX)
            .map((place) => (
              <li key={place.gdsUid}>
                <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={styles.card}>
                  <Scene name={place.scene} place={place.gdsUid} crop={[0, 24, 400, 252]} className={styles.picture} />
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
