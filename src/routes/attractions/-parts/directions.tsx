import { Trans, useLingui } from '@lingui/react/macro'
import { Bus, Map as MapIcon, Navigation } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { AnchorButton, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LineBadge } from '../../-shared/metro/lineBadge.tsx'
import styles from './detail.module.css'

/** Renders how to get there, with the badge of the metro line, and a link to a map. */
export function Directions({ place }: { place: AttractionDetail }) {
  const { t } = useLingui()
  const { line, text } = place.gettingThere
  const query = new URLSearchParams({ api: '1', destination: `${place.lat},${place.lon}`, travelmode: 'transit' })
  return (
    <div className={styles.way}>
      {line ? (
        <LineBadge line={line} />
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
      <LinkButton kind="quiet" size="small" icon={MapIcon} to="/map" search={{ place: place.gdsUid }}>
        <Trans>Show on the map</Trans>
      </LinkButton>
    </div>
  )
}
