import { useEffect, useRef, type RefObject } from 'react'

/** How far the finger has to move, in CSS px; the screen follows at half of that. */
const PULL_PX = 140

/**
 * Calls `onPull` when the screen is pulled down from its top by a finger. Sets `--pull` on the element meanwhile: how
 * far its content moves.
 */
export const usePullDown = (onPull: () => void): RefObject<HTMLElement | null> => {
  const screen = useRef<HTMLElement>(null)
  const latest = useRef(onPull)
  useEffect(() => {
    latest.current = onPull
  })
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let start: { x: number; y: number } | null = null
    let distance = 0
    const show = (next: number) => {
      distance = next
      if (next > 0) element.style.setProperty('--pull', `${Math.min(PULL_PX, next) / 2}px`)
      else element.style.removeProperty('--pull')
    }
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      // A dialog covers the screen, but stands in it.
      if (target instanceof Element && target.closest('dialog')) return
      start = touch && touches.length === 1 && scrollY <= 0 ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (!start || !touch) return
      const down = touch.clientY - start.y
      // A swipe to another pass, or a scroll, is no pull.
      if (distance === 0 && (down < 0 || Math.abs(touch.clientX - start.x) > Math.abs(down))) start = null
      else show(Math.max(0, down))
    }
    const end = () => {
      if (start && distance >= PULL_PX) latest.current()
      start = null
      show(0)
    }
    const passive = { passive: true }
    element.addEventListener('touchstart', begin, passive)
    element.addEventListener('touchmove', move, passive)
    element.addEventListener('touchend', end, passive)
    element.addEventListener('touchcancel', end, passive)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [])
  return screen
}
