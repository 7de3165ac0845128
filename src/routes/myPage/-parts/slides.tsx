import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import styles from './slides.module.css'
import type { SlidesState } from '../../-shared/useSlides.ts'

interface Item {
  key: string
  label: string
  content: ReactNode
}

/** Above this many passes the title row has no room for dots. */
const DOTS_MAX = 3

/** Renders “2 of 3”, and what shows another pass without a swipe: dots, or where they do not fit a button. */
export function SlideControls({ slides: { current, total, go, step }, items }: { slides: SlidesState; items: Item[] }) {
  const { t } = useLingui()
  const number = current + 1
  return (
    <div className={cx(styles.place, total <= DOTS_MAX && styles.few)}>
      <span aria-live="polite">
        <Trans>
          {number} of {total}
        </Trans>
      </span>
      {total <= DOTS_MAX && (
        <span className={styles.dots}>
          {items.map((item, index) => (
            <button
              key={item.key}
              type="button"
              aria-label={item.label}
              aria-current={index === current}
              onClick={() => go(index)}
            />
          ))}
        </span>
      )}
      <IconButton icon={ChevronRight} label={t`Next pass`} className={styles.next} onClick={() => step(1)} />
    </div>
  )
}

/**
 * Renders passes side by side, with native scroll snapping: swipe, arrow keys or the controls. On wide windows they are
 * a grid.
 */
export function Slides({ slides: { track, onScroll }, items }: { slides: SlidesState; items: Item[] }) {
  const { t } = useLingui()
  if (items.length === 1) return items[0]?.content
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller needs the keyboard
    <ul ref={track} className={styles.track} onScroll={onScroll} tabIndex={0} aria-label={t`Your passes`}>
      {items.map((item) => (
        <li key={item.key}>{item.content}</li>
      ))}
    </ul>
  )
}
