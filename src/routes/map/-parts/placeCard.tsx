import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useFavourites } from '#data/favourites.ts'
import { useNow } from '#data/clock.ts'
import { IconButton, LinkButton } from '#ui/button.tsx'
import { Tag, WaitingChip, type Tone } from '#ui/tag.tsx'
import { FavouriteButton } from '../../-shared/attraction/favouriteButton.tsx'
import { usePlaceHours } from '../../-shared/attraction/placeHours.ts'
import { PassTags } from '../../-shared/attraction/tags.tsx'
import { MapLinks } from '../../-shared/detail/mapLinks.tsx'
import { useDistance } from '../../-shared/detail/useDistance.ts'
import { LineBadge } from '../../-shared/metro/lineBadge.tsx'
import type { MapPlace } from './mapPlaces.ts'
import styles from './sheet.module.css'
import { useBubbleText } from './useBubbleText.ts'

const TONES: Record<string, Tone> = { step2: 'kelp', step1: 'amber' }

/** Renders the selected place. It takes the focus when another place was selected before, or none. */
export function PlaceCard({
  shown: { key, place, bubble, metres },
  onClose,
}: {
  shown: MapPlace
  onClose: () => void
}) {
  const { t } = useLingui()
  const now = useNow(MINUTE_MS)
  const hours = usePlaceHours()
  const bubbleText = useBubbleText()
  const distance = useDistance()
  const waiting = useFavourites().stateOf(key)
  const heading = useRef<HTMLHeadingElement>(null)
  const { name, nameKo = name, gettingThere } = place
  useEffect(() => {
    // On arrival the focus is on the heading of the screen.
    if (document.activeElement?.closest('main') && document.activeElement.localName !== 'h1')
      heading.current?.focus({ preventScroll: true })
    const scroller = heading.current?.closest('[data-scroller]')
    if (scroller) scroller.scrollTop = 0
  }, [])
  return (
    <article className={styles.card} aria-label={name} data-card={key}>
      <Scene name={place.scene} place={key} crop={[38, 0, 325, 300]} className={styles.picture} />
      <div className={styles.names}>
        <h2 ref={heading} tabIndex={-1} className={styles.name}>
          <Link to="/attractions/$detail" params={{ detail: key }}>
            {name}
          </Link>
        </h2>
        {nameKo !== name && (
          <p lang="ko" className={styles.second}>
            {nameKo}
          </p>
        )}
        <p className={styles.second}>
          {place.district} · {hours.day(place, now)}
          {metres !== null && ` · ${distance(metres)}`}
        </p>
      </div>
      <div className={styles.tools}>
        <IconButton icon={X} label={t`Close`} onClick={onClose} />
        <FavouriteButton gdsUid={key} name={name} />
      </div>
      <div className={styles.facts}>
        <div className={styles.tags}>
          <Tag tone={TONES[bubble ?? ''] ?? 'neutral'}>{bubbleText(bubble)}</Tag>
          <PassTags place={place} />
          {waiting && <WaitingChip state={waiting} />}
        </div>
        <p className={styles.way}>
          {gettingThere.line && <LineBadge line={gettingThere.line} />}
          {gettingThere.text}
        </p>
        <LinkButton size="small" to="/attractions/$detail" params={{ detail: key }}>
          <Trans>Details</Trans>
        </LinkButton>
        <MapLinks name={name} lat={place.lat} lon={place.lon} />
      </div>
    </article>
  )
}
