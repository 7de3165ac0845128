import { Trans, useLingui } from '@lingui/react/macro'
import { Bus, Navigation } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { AnchorButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './detail.module.css'

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns black or white, whichever reads better on a colour (`#f06a00`); one always has a contrast of 4.5. */
const inkOn = (colour: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

/** Renders how to get there, with the badge of the metro line, and a link to a map. */
export function Directions({ place }: { place: AttractionDetail }) {
  const { t } = useLingui()
  const { line, text } = place.gettingThere
  const query = new URLSearchParams({ api: '1', destination: `${place.lat},${place.lon}`, travelmode: 'transit' })
  return (
    <div className={styles.way}>
      {line ? (
        <span
          role="img"
          className={styles.line}
          style={{ background: line.color, color: inkOn(line.color) }}
          aria-label={line.name}
        >
          {line.id.slice(0, 2)}
        </span>
      ) : (
        <span className={styles.line}>
          <Icon of={Bus} size={16} />
        </span>
      )}
      <p>{text}</p>
      <AnchorButton
        kind="quiet"
        size="small"
        icon={Navigation}
        href={`https://www.google.com/maps/dir/?${query}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Directions, opens a map`}
      >
        <Trans>Directions</Trans>
      </AnchorButton>
    </div>
  )
}
