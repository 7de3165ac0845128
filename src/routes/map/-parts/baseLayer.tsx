import { memo } from 'react'
import { DISTRICTS, LAND, METRO, WAYS } from './cityMap.gen.ts'
import styles from './map.module.css'
import { OVERSCAN, type DrawnView } from './mapMotion.ts'
import type { Size } from './mapView.ts'

/** Widths in map units of the rivers, which the districts do not show. */
const RIVER_UNITS: Record<string, number> = { river: 72 }
/** Lines of the metro are drawn from this scale on, in pixels of a map unit. */
const METRO_FROM = 0.045

const Drawing = memo(function Drawing({ hasMetro }: { hasMetro: boolean }) {
  return (
    <>
      <path className={styles.land} d={LAND} />
      <path className={styles.district} d={DISTRICTS} />
      {WAYS.map(([kind, path]) => (
        <path key={path} className={styles[kind]} strokeWidth={RIVER_UNITS[kind]} d={path} />
      ))}
      {hasMetro && METRO.map(([color, path]) => <path key={path} className={styles.metro} stroke={color} d={path} />)}
    </>
  )
})

/** Renders land, districts, rivers and ways in the window and around it. Decorative: the list has all places. */
export function BaseLayer({ drawn: { window, anchor }, size }: { drawn: DrawnView; size: Size }) {
  const { scale } = window
  const [width, height] = [size.width * (1 + 2 * OVERSCAN), size.height * (1 + 2 * OVERSCAN)]
  const [x, y] = [window.x - width / 2 / scale, window.y - height / 2 / scale]
  return (
    <svg
      aria-hidden
      focusable="false"
      className={styles.base}
      viewBox={`${x} ${y} ${width / scale} ${height / scale}`}
      width={width}
      height={height}
      style={{ insetInlineStart: (x - anchor.x) * scale, insetBlockStart: (y - anchor.y) * scale }}
    >
      <Drawing hasMetro={scale >= METRO_FROM} />
    </svg>
  )
}
