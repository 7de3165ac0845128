/**
 * Renders the sun's path from activation to expiry: a line for the time elapsed, dots for the time left. `elapsed` 0…1;
 * null while the pass is unused (the sun is at the left foot). `set`: the sun is below the horizon.
 */
export function SunArc({ elapsed, set = false, height = 40, className }: SunArcProps) {
  const share = Math.min(1, Math.max(0, elapsed ?? 0))
  const angle = Math.PI * (1 - share)
  const x = MIDDLE + RADIUS * Math.cos(angle)
  const y = height - height * Math.sin(angle)
  const sun = round(x)
  const level = round(y)
  return (
    <svg className={className} viewBox={`0 ${-SUN} ${WIDTH} ${height + SUN}`} aria-hidden data-sun-arc>
      {share > 0 && (
        <path
          d={`M${FOOT} ${height}A${RADIUS} ${height} 0 0 1 ${sun} ${level}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      )}
      {share < 1 && (
        <path
          d={`M${sun} ${level}A${RADIUS} ${height} 0 0 1 ${WIDTH - FOOT} ${height}`}
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.75"
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray="0 7"
        />
      )}
      {!set && (
        <circle cx={sun} cy={level} r={SUN} fill="var(--product-sun)" stroke="var(--product-ink)" strokeWidth="3" />
      )}
    </svg>
  )
}

interface SunArcProps {
  elapsed: number | null
  set?: boolean
  height?: number
  className?: string | undefined
}

const WIDTH = 320
const FOOT = 3
const SUN = 12
const MIDDLE = WIDTH / 2
const RADIUS = MIDDLE - FOOT
const round = (value: number) => Math.round(value * 10) / 10
