import { memo } from 'react'
import type { Bubble } from '#contract/rules/bubble.ts'
import { cx } from '#ui/cx.ts'
import styles from './marker.module.css'

/** Renders the shape of a tier: a disc, a diamond, or a ring with a bar; a ring with dots where hours are not known. */
export function BubbleShape({ bubble, letter = '' }: { bubble: Bubble | null; letter?: string | undefined }) {
  return (
    <svg
      aria-hidden
      focusable="false"
      viewBox="-18 -18 36 36"
      className={cx(styles.shape, styles[bubble ?? 'unknown'])}
    >
      {bubble === 'step1' ? <path d="M0-16.5 16.5 0 0 16.5-16.5 0Z" /> : <circle r="13.5" />}
      {bubble === 'closed' ? (
        <path className={styles.bar} d="M-6 0H6" />
      ) : bubble === null ? (
        <path className={styles.bar} d="M-6 0h.01M0 0h.01M6 0h.01" />
      ) : letter === '' ? (
        <circle className={styles.dot} r="4" />
      ) : (
        <text className={styles.letter} y="5">
          {letter}
        </text>
      )}
    </svg>
  )
}

interface Props {
  id: string
  /** Pixels from the anchor. */
  x: number
  y: number
  label: string
  bubble: Bubble | null
  letter: string
  /** Number of places; 1 is a place, more are a cluster. */
  count: number
  selected: boolean
  lit: boolean
  onPress: (id: string) => void
}

/**
 * Renders a marker of a place or a cluster. It is not in the order of the tab key, because the list has the same places;
 * a screen reader that explores the map by touch finds it.
 */
export const Marker = memo(function Marker({ id, x, y, label, bubble, letter, count, selected, lit, onPress }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.marker}
      style={{ translate: `${x}px ${y}px` }}
      aria-label={label}
      aria-pressed={count > 1 ? undefined : selected}
      data-marker={count > 1 ? 'cluster' : 'place'}
      data-lit={lit || undefined}
      onClick={() => onPress(id)}
    >
      {count > 1 ? (
        // Drawn by the style sheet: Korean and Japanese labels attach a counter to the number, so as text it would not
        // be a word of the label.
        <span aria-hidden className={styles.cluster} data-count={count} />
      ) : (
        <BubbleShape bubble={bubble} letter={letter} />
      )}
    </button>
  )
})
