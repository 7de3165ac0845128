import { useEffect, type RefObject } from 'react'
import type { MapMotion } from './mapMotion.ts'
import { panView, zoomView } from './mapView.ts'

/** A pointer that has moved by this number of pixels drags the map; below it, it may press a marker. */
const DRAG_FROM = 6
/** Pixels of the wheel that double the scale. */
const WHEEL_DOUBLE = 240
/** Time without a wheel event after which the map is drawn anew, ms. */
const WHEEL_END_MS = 120

interface Spot {
  x: number
  y: number
}

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})
const spreadOf = ([a, b]: readonly Spot[]): number => (a && b ? Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) : 1)

/** Lets pointers drag and pinch the map, and the wheel and a double click zoom it. */
export const useGestures = (ref: RefObject<HTMLElement | null>, motion: MapMotion): void => {
  useEffect(() => {
    const surface = ref.current
    if (!surface) return
    const spots = new Map<number, Spot>()
    let start: Spot | null = null
    let isDragging = false
    let wheelTimer: ReturnType<typeof setTimeout> | undefined
    /** Pixels of an event from the middle of the map. */
    const fromMiddle = (spot: Spot): Spot => {
      const box = surface.getBoundingClientRect()
      return { x: spot.x - box.left - box.width / 2, y: spot.y - box.top - box.height / 2 }
    }

    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      motion.stop()
      spots.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (spots.size === 1) start = { x: event.clientX, y: event.clientY }
    }
    const onMove = (event: PointerEvent): void => {
      if (!spots.has(event.pointerId)) return
      const before = [...spots.values()]
      const spot = { x: event.clientX, y: event.clientY }
      if (!isDragging && start && spots.size === 1) {
        if (Math.hypot(spot.x - start.x, spot.y - start.y) < DRAG_FROM) return
        // From here on the press belongs to the map: a captured pointer clicks no marker.
        surface.setPointerCapture(event.pointerId)
      }
      isDragging = true
      spots.set(event.pointerId, spot)
      const after = [...spots.values()]
      const [from, to] = [middleOf(before), middleOf(after)]
      const moved = panView(motion.view, motion.size, to.x - from.x, to.y - from.y)
      const { x, y } = fromMiddle(to)
      motion.move(after.length > 1 ? zoomView(moved, motion.size, spreadOf(after) / spreadOf(before), x, y) : moved)
    }
    const onUp = (event: PointerEvent): void => {
      if (!spots.delete(event.pointerId) || spots.size > 0) return
      start = null
      if (isDragging) motion.settle()
      isDragging = false
    }
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { x, y } = fromMiddle({ x: event.clientX, y: event.clientY })
      motion.move(zoomView(motion.view, motion.size, 2 ** (-event.deltaY / WHEEL_DOUBLE), x, y))
      clearTimeout(wheelTimer)
      wheelTimer = setTimeout(() => motion.settle(), WHEEL_END_MS)
    }
    const onDouble = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('button')) return
      const { x, y } = fromMiddle({ x: event.clientX, y: event.clientY })
      motion.go(zoomView(motion.view, motion.size, 2, x, y))
    }

    surface.addEventListener('pointerdown', onDown)
    surface.addEventListener('pointermove', onMove)
    surface.addEventListener('pointerup', onUp)
    surface.addEventListener('pointercancel', onUp)
    surface.addEventListener('wheel', onWheel, { passive: false })
    surface.addEventListener('dblclick', onDouble)
    return () => {
      clearTimeout(wheelTimer)
      motion.stop()
      surface.removeEventListener('pointerdown', onDown)
      surface.removeEventListener('pointermove', onMove)
      surface.removeEventListener('pointerup', onUp)
      surface.removeEventListener('pointercancel', onUp)
      surface.removeEventListener('wheel', onWheel)
      surface.removeEventListener('dblclick', onDouble)
    }
  }, [ref, motion])
}
