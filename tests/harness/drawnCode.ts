import jsQR from 'jsqr'
import type { DrawnCode } from '#db/names.ts'

/** Renders the drawn path as pixels and decodes them as a camera would; returns undefined when no code is found. */
export const decodeDrawnCode = ({ path, size }: Pick<DrawnCode, 'path' | 'size'>): string | undefined => {
  const quiet = 4
  const scale = 4
  const side = (size + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < Number(width) * scale; column += 1) {
        const at = ((Number(y) + quiet) * scale + row) * side + (Number(x) + quiet) * scale + column
        pixels.fill(0, at * 4, at * 4 + 3)
      }
    }
  }
  return jsQR(pixels, side, side)?.data
}
