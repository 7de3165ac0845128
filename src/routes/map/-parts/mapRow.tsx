import { memo } from 'react'
import { useDistance } from '../../-shared/detail/useDistance.ts'
import type { MapPlace } from './mapPlaces.ts'
import { BubbleShape } from './marker.tsx'
import styles from './sheet.module.css'
import { useBubbleText } from './useBubbleText.ts'

interface Props {
  shown: MapPlace
  selected: boolean
  onSelect: (key: string) => void
  onHover: (key: string) => void
}

/** Renders a place in the list as a button that selects it: its tier by shape and word, its names, and how far it is. */
export const MapRow = memo(
  function MapRow({ shown: { key, place, bubble, metres }, selected, onSelect, onHover }: Props) {
    const bubbleText = useBubbleText()
    const distance = useDistance()
    const { name, nameKo = name, district } = place
    return (
      <li>
        <button
          type="button"
          className={styles.row}
          data-place={key}
          aria-pressed={selected}
          onClick={() => onSelect(key)}
          onPointerEnter={() => onHover(key)}
        >
          <BubbleShape bubble={bubble} letter={place.passGroup ?? ''} />
          <span className={styles.names}>
            <b>{name}</b>
            {nameKo !== name && (
              <span lang="ko" className={styles.second}>
                {nameKo}
              </span>
            )}
            <span className={styles.second}>
              {bubbleText(bubble)} · {district}
              {metres !== null && ` · ${distance(metres)}`}
            </span>
          </span>
        </button>
      </li>
    )
  },
  // The handlers change with each render of the screen and do the same.
  (before, after) => before.shown === after.shown && before.selected === after.selected,
)
