import type { MapPoint } from '#contract/rules/mapProjection.ts'

/** A name that may stand on the map. */
export interface LabelCandidate extends MapPoint {
  key: string
  name: string
  /** The Korean name below it; null where the name is Korean already. */
  nameKo: string | null
  kind: string
  /** Pixels between the point and the first line. */
  below: number
}

/** Something that no name may cover, in pixels around a point of the map. */
export interface Obstacle extends MapPoint {
  radius: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Height of a line, and widths of the letters at 12 px: East Asian letters are square, others narrow. */
const LINE_PX = 15
const WIDE_CHAR_PX = 12.5
const NARROW_CHAR_PX = 6.6
const IS_WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/u

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (IS_WIDE.test(letter) ? WIDE_CHAR_PX : NARROW_CHAR_PX), 0)

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * Returns the names that fit at `scale` (pixels of a map unit) without covering each other or an obstacle. Earlier ones
 * go first.
 */
export const placeLabels = <T extends LabelCandidate>(
  candidates: readonly T[],
  obstacles: readonly Obstacle[],
  scale: number,
): T[] => {
  const boxes: Box[] = obstacles.map(({ x, y, radius }) => ({
    left: x * scale - radius,
    right: x * scale + radius,
    top: y * scale - radius,
    bottom: y * scale + radius,
  }))
  return candidates.filter(({ x, y, name, nameKo, below }) => {
    const half = Math.max(widthOf(name), widthOf(nameKo ?? '')) / 2 + 3
    const top = y * scale + below
    const box = {
      left: x * scale - half,
      right: x * scale + half,
      top,
      bottom: top + (nameKo === null ? LINE_PX : 2 * LINE_PX),
    }
    if (boxes.some((each) => overlap(each, box))) return false
    boxes.push(box)
    return true
  })
}
