import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import styles from './slides.module.css'

interface Props {
  items: { key: string; label: string; content: ReactNode }[]
}

/** Renders passes side by side, with native scroll snapping: swipe, arrow keys or dots, and “2 of 3” as text. */
export function Slides({ items }: Props) {
  const { t } = useLingui()
  const track = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(0)
  const current = Math.min(position, items.length - 1)
  const number = current + 1
  const total = items.length

  const settle = () => {
    const list = track.current
    if (!list) return
    const middle = list.scrollLeft + list.clientWidth / 2
    const centres = [...list.children].map((slide) => {
      const { offsetLeft, offsetWidth } = slide as HTMLElement
      return Math.abs(offsetLeft - list.offsetLeft + offsetWidth / 2 - middle)
    })
    setPosition(centres.indexOf(Math.min(...centres)))
  }
  // `scrollIntoView` would scroll the page too, because a pass may be higher than the window.
  const go = (index: number) => {
    const list = track.current
    const slide = list?.children[index] as HTMLElement | undefined
    if (list && slide)
      list.scrollTo({ left: slide.offsetLeft - list.offsetLeft + (slide.offsetWidth - list.clientWidth) / 2 })
  }

  if (total === 1) return items[0]?.content
  return (
    <section aria-roledescription={t`slides`} aria-label={t`Your passes`}>
      <div className={styles.place}>
        <span aria-live="polite">
          <Trans>
            {number} of {total}
          </Trans>
        </span>
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
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller needs the keyboard */}
      <ul ref={track} className={styles.track} onScroll={settle} tabIndex={0} aria-label={t`Your passes`}>
        {items.map((item) => (
          <li key={item.key}>{item.content}</li>
        ))}
      </ul>
    </section>
  )
}
