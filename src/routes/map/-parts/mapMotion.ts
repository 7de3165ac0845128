import { limitView, type MapView, type Size } from './mapView.ts'

/** What React has drawn: the window of the base map, and the point and scale at which markers and names are placed. */
export interface DrawnView {
  window: MapView
  anchor: MapView
}

/** A move by this share of the window draws the base map anew: it is drawn this far beyond the edges. */
export const OVERSCAN = 0.25
/** Markers are drawn within this number of windows around the anchor. */
export const REACH = 2.5
const ANIMATION_MS = 220

const prefersStill = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true

/**
 * Moves the map without React: each frame of a gesture writes one transform, and what is drawn stays. React draws anew
 * when the gesture ends, or when it leaves what is drawn.
 */
export class MapMotion {
  #size: Size = { width: 390, height: 600 }
  #live: MapView
  #drawn: DrawnView
  #panes: readonly HTMLElement[] = []
  #frame = 0
  readonly #onDraw: (drawn: DrawnView) => void

  constructor(view: MapView, onDraw: (drawn: DrawnView) => void) {
    this.#live = view
    this.#drawn = { window: view, anchor: view }
    this.#onDraw = onDraw
  }

  /** Returns the view that the visitor sees now. */
  get view(): MapView {
    return this.#live
  }

  get size(): Size {
    return this.#size
  }

  /**
   * Sets the elements that move, the base map, and markers and names, the size of the window, and what these elements
   * show: until React has drawn, frames move what was drawn before.
   */
  attach(panes: readonly HTMLElement[], size: Size, drawn: DrawnView): void {
    this.#panes = panes
    this.#size = size
    this.#drawn = drawn
    this.#live = limitView(this.#live, size)
    if (this.#frame === 0) this.settle()
    else this.#write()
  }

  /** Stops what is running. */
  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  /** Follows a gesture: shows `view` in the next frame. */
  move(view: MapView): void {
    this.#live = limitView(view, this.#size)
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#write()
      if (this.#hasLeftWindow()) this.settle()
    })
  }

  /** Draws what is shown now. */
  settle(): void {
    this.stop()
    const view = this.#live
    const { anchor, window } = this.#drawn
    const { width, height } = this.#size
    const isFar =
      Math.abs(view.x - anchor.x) * view.scale > width * (REACH - 1) ||
      Math.abs(view.y - anchor.y) * view.scale > height * (REACH - 1)
    const isSame = window.x === view.x && window.y === view.y && window.scale === view.scale
    if (isSame) return this.#write()
    this.#onDraw({ window: view, anchor: isFar || anchor.scale !== view.scale ? view : anchor })
  }

  /** Goes to `view`: with an animation, unless the visitor prefers none. */
  go(view: MapView): void {
    this.stop()
    const from = this.#live
    const target = limitView(view, this.#size)
    if (prefersStill()) {
      this.#live = target
      this.settle()
      return
    }
    const startedAt = performance.now()
    const step = (): void => {
      const share = Math.min((performance.now() - startedAt) / ANIMATION_MS, 1)
      const eased = 1 - (1 - share) ** 3
      const scale = from.scale * (target.scale / from.scale) ** eased
      // The middle moves with the scale, so that a zoom at a point keeps that point in its place.
      const moved =
        from.scale === target.scale ? eased : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / target.scale)
      this.#live = { x: from.x + (target.x - from.x) * moved, y: from.y + (target.y - from.y) * moved, scale }
      this.#write()
      if (share < 1) this.#frame = requestAnimationFrame(step)
      else {
        this.#live = target
        this.settle()
      }
    }
    this.#frame = requestAnimationFrame(step)
  }

  /** Writes the transforms; after React has drawn they have another origin. */
  #write(): void {
    const { x, y, scale } = this.#live
    const { anchor } = this.#drawn
    const zoom = scale / anchor.scale
    const transform = `translate(${(anchor.x - x) * scale}px, ${(anchor.y - y) * scale}px) scale(${zoom})`
    for (const pane of this.#panes) {
      pane.style.transform = transform
      if (pane.style.getPropertyValue('--unzoom') !== String(1 / zoom))
        pane.style.setProperty('--unzoom', String(1 / zoom))
    }
  }

  #hasLeftWindow(): boolean {
    const { x, y, scale } = this.#live
    const { window } = this.#drawn
    const { width, height } = this.#size
    // A pinch scales what is drawn; drawing it anew in each frame would be slower than a finger.
    if (scale !== window.scale && scale > window.scale / 2) return false
    return (
      Math.abs(x - window.x) * scale > width * OVERSCAN * 0.9 ||
      Math.abs(y - window.y) * scale > height * OVERSCAN * 0.9
    )
  }
}
