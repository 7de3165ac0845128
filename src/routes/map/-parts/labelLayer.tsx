import { memo } from 'react'
import type { LabelCandidate } from './labels.ts'
import styles from './map.module.css'
import type { MapView } from './mapView.ts'

/** Renders the names on the map, the Korean one below the translated one. Decorative: the list has all places. */
export const LabelLayer = memo(function LabelLayer({
  labels,
  anchor,
}: {
  labels: readonly LabelCandidate[]
  anchor: MapView
}) {
  return (
    <svg aria-hidden focusable="false" className={styles.labels} width="1" height="1">
      {labels.map(({ key, x, y, name, nameKo, kind, below }) => {
        const [leftPx, topPx] = [(x - anchor.x) * anchor.scale, (y - anchor.y) * anchor.scale + below]
        return (
          <g key={key} className={styles[`${kind}Label`]}>
            {(kind === 'station' || kind === 'landmark') && <circle cx={leftPx} cy={topPx - below} r="3" />}
            <text x={leftPx} y={topPx + 12}>
              {name}
            </text>
            {nameKo !== null && (
              <text lang="ko" className={styles.korean} x={leftPx} y={topPx + 26}>
                {nameKo}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
})
