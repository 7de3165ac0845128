import { useNavigate } from '@tanstack/react-router'
import { memo, type MouseEvent } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Attraction } from '#contract/calls/attraction.ts'
import { useFavourites } from '#data/favourites.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { FavouriteButton } from './favouriteButton.tsx'
import styles from './list.module.css'
import { usePlaceHours } from './placeHours.ts'
import { PlaceLink } from './placeLink.tsx'
import type { AttractionsSearch } from './search.ts'
import { PassTags } from './tags.tsx'

interface Props {
  place: Attraction
  now: number
  /** The preview beside the list shows this place (wide screens). */
  selected?: boolean
  /** On wide screens a click selects the place for the preview; otherwise it opens its page. */
  selectable?: boolean
}

const isWide = (): boolean => matchMedia('(min-width: 64rem)').matches

/**
 * Renders one attraction in a list. The whole row is a link, with a separate favourite button. Memoized: long lists
 * re-render only the rows that change.
 */
export const Row = memo(function Row({ place, now, selected = false, selectable = false }: Props) {
  const navigate = useNavigate()
  const hours = usePlaceHours()
  const waiting = useFavourites().stateOf(place.gdsUid)
  const open = (event: MouseEvent) => {
    if (!selectable || !isWide() || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const search = (previous: AttractionsSearch) => ({ ...previous, at: place.gdsUid })
    void navigate({ to: '/attractions', search, replace: true, resetScroll: false })
  }
  return (
    <li className={styles.row} data-place={place.gdsUid} data-selected={selected || undefined}>
      <Scene name={place.scene} place={place.gdsUid} crop={[38, 0, 325, 300]} className={styles.picture} />
      <div className={styles.words}>
        <PlaceLink gdsUid={place.gdsUid} className={styles.name} onClick={open}>
          {place.name}
        </PlaceLink>
        <p>{[place.district, hours.short(place, now)].filter(Boolean).join(' · ')}</p>
        <div className={styles.tags}>
          <PassTags place={place} />
          {waiting && <WaitingChip state={waiting} />}
        </div>
      </div>
      <FavouriteButton gdsUid={place.gdsUid} name={place.name} className={styles.heart} />
    </li>
  )
})

/** Renders a placeholder of a row, in its size. */
export function BlankRow() {
  return (
    <li className={styles.row}>
      <span className={styles.blank} />
      <div className={styles.words}>
        <Skeleton width="90%" height="1.25rem" />
        <Skeleton width="60%" height="1rem" />
        <Skeleton width="40%" height="1.5rem" radius="var(--radius-tag)" />
      </div>
    </li>
  )
}
