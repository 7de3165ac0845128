import { useRef, useState, type RefObject } from 'react'

export interface SlidesState {
  track: RefObject<HTMLUListElement | null>
  /** Index of the slide in the middle. */
  current: number
  total: number
  /** Scrolls to a slide; the one after the last is the first. `behavior`: that of the style sheet by default. */
  go: (index: number, behavior?: ScrollBehavior) => void
  /** Scrolls by a number of slides, counted from the one that a scroll under way leads to. */
  step: (by: number) => void
  onScroll: () => void
}

/** Time within which a scroll has ended, or the visitor has taken it over, ms. */
const SCROLL_MS = 1_000

/** Follows and moves a list of slides that the browser scrolls by itself. `start`: index of the first one shown. */
export const useSlides = (total: number, start = 0): SlidesState => {
  const track = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(start)
  const current = Math.max(0, Math.min(position, total - 1))
  const goal = useRef({ index: start, until: 0 })
  const onScroll = () => {
    const list = track.current
    if (!list) return
    const middle = list.scrollLeft + list.clientWidth / 2
    const distances = [...list.children].map((slide) => {
      const { offsetLeft, offsetWidth } = slide as HTMLElement
      return Math.abs(offsetLeft - list.offsetLeft + offsetWidth / 2 - middle)
    })
    const nearest = distances.indexOf(Math.min(...distances))
    setPosition(nearest)
    // From here on the visitor may scroll on by hand.
    if (nearest === goal.current.index) goal.current.until = 0
  }
  // `scrollIntoView` would scroll the page too, because a pass may be higher than the window.
  const go = (index: number, behavior: ScrollBehavior = 'auto') => {
    goal.current = { index: index % total, until: performance.now() + SCROLL_MS }
    const list = track.current
    const slide = list?.children[index % total] as HTMLElement | undefined
    if (list && slide)
      list.scrollTo({
        left: slide.offsetLeft - list.offsetLeft + (slide.offsetWidth - list.clientWidth) / 2,
        behavior,
      })
  }
  const step = (by: number) => {
    const { index, until } = goal.current
    go((performance.now() < until ? index : current) + by + total)
  }
  return { track, current, total, go, step, onScroll }
}
