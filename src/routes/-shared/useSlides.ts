import { useRef, useState, type RefObject } from 'react'

export interface SlidesState {
  track: RefObject<HTMLUListElement | null>
  /** Index of the slide in the middle. */
  current: number
  total: number
  /** Scrolls to a slide; the one after the last is the first. `behavior`: that of the style sheet by default. */
  go: (index: number, behavior?: ScrollBehavior) => void
  onScroll: () => void
}

/** Follows and moves a list of slides that the browser scrolls by itself. `start`: index of the first one shown. */
export const useSlides = (total: number, start = 0): SlidesState => {
  const track = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(start)
  const onScroll = () => {
    const list = track.current
    if (!list) return
    const middle = list.scrollLeft + list.clientWidth / 2
    const distances = [...list.children].map((slide) => {
      const { offsetLeft, offsetWidth } = slide as HTMLElement
      return Math.abs(offsetLeft - list.offsetLeft + offsetWidth / 2 - middle)
    })
    setPosition(distances.indexOf(Math.min(...distances)))
  }
  // `scrollIntoView` would scroll the page too, because a pass may be higher than the window.
  const go = (index: number, behavior: ScrollBehavior = 'auto') => {
    const list = track.current
    const slide = list?.children[index % total] as HTMLElement | undefined
    if (list && slide)
      list.scrollTo({
        left: slide.offsetLeft - list.offsetLeft + (slide.offsetWidth - list.clientWidth) / 2,
        behavior,
      })
  }
  return { track, current: Math.max(0, Math.min(position, total - 1)), total, go, onScroll }
}
