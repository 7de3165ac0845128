import { MAP_SIZE, type MapPoint } from '#contract/rules/mapProjection.ts'

/** What the window of the map shows: the point in its middle, in map units, and the pixels of a map unit. */
export interface MapView extends MapPoint {
  scale: number
}
export interface Size {
  width: number
  height: number
}

/** At most 1.7 m for a pixel: the coastline is not drawn finer. */
export const SCALE_MAX = 3
/** Pixels between the outermost points and the edge of the window. */
const MARGIN = 44
/** Two points in the same street still show the streets around them. */
const FIT_MAX = 0.8

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

/** Returns the scale, in pixels of a map unit, at which the land fills the window in both directions. */
export const scaleMin = ({ width, height }: Size): number => Math.max(width / MAP_SIZE.x, height / MAP_SIZE.y, 0.02)

/** Returns the view within the limits: no smaller than the land, and never beyond its edge. */
export const limitView = ({ x, y, scale }: MapView, size: Size): MapView => {
  const limited = clamp(scale, scaleMin(size), SCALE_MAX)
  const [halfX, halfY] = [size.width / 2 / limited, size.height / 2 / limited]
  return {
    x: clamp(x, halfX, MAP_SIZE.x - halfX),
    y: clamp(y, halfY, MAP_SIZE.y - halfY),
    scale: limited,
  }
}

/** Returns the view after a move by pixels: the map follows the finger. */
export const panView = (view: MapView, size: Size, dx: number, dy: number): MapView =>
  limitView({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, size)

/** Returns the view at `factor` times the scale; the point at (`px`, `py`), pixels from the middle, stays in its place. */
export const zoomView = (view: MapView, size: Size, factor: number, px = 0, py = 0): MapView => {
  const scale = clamp(view.scale * factor, scaleMin(size), SCALE_MAX)
  const shift = 1 / view.scale - 1 / scale
  return limitView({ x: view.x + px * shift, y: view.y + py * shift, scale }, size)
}

/** Returns the view that shows all of at least one point. `covered`: pixels at the bottom that a sheet covers. */
export const fitView = (points: readonly MapPoint[], size: Size, covered = 0): MapView => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [free, clear] = [Math.max(size.width - 2 * MARGIN, 1), Math.max(size.height - covered - 2 * MARGIN, 1)]
  const scale = clamp(Math.min(free / (east - west || 1), clear / (south - north || 1)), scaleMin(size), FIT_MAX)
  return limitView({ x: (west + east) / 2, y: (north + south) / 2 + covered / 2 / scale, scale }, size)
}
