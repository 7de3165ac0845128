/** The picture of a used pass: sizes and places in pixels. */
export const WIDTH = 1080
export const HEIGHT = 1350
export const MARGIN = 60
/** Lower edge of the sky, the horizon of the pass. */
export const HORIZON = 500
const PAPER_END = 1230
const GAP = 28
/** Room for name and date under a porthole. */
export const CAPTION = 92

export interface Circle {
  x: number
  y: number
  radius: number
}

/** Later visits are rowX out: their names would be too small to read. */
export const VISITS_MAX = 18
/** One row for up to three visits, two for up to twelve, else three. */
const columnsOf = (count: number): number => (count <= 3 ? count : Math.min(6, Math.ceil(count / 2)))

/** Returns where the portholes of `count` visits, at most `VISITS_MAX`, stand on the paper. */
export const portholesOf = (count: number): Circle[] => {
  if (count === 0) return []
  const columns = columnsOf(count)
  const rows = Math.ceil(count / columns)
  const top = HORIZON + 80
  const cellWidth = (WIDTH - 2 * MARGIN) / columns
  const cellHeight = (PAPER_END - top) / rows
  const radius = Math.min(130, (cellWidth - GAP) / 2, (cellHeight - CAPTION - GAP) / 2)
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, count - row * columns)
    const rowX = (WIDTH - inRow * cellWidth) / 2
    return {
      x: rowX + ((index % columns) + 0.5) * cellWidth,
      y: top + row * cellHeight + (cellHeight - CAPTION) / 2,
      radius,
    }
  })
}
