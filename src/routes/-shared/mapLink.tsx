import { Trans, useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { AnchorButton } from '#ui/button.tsx'

interface Props {
  /** Of the place; in the accessible name. */
  name: string
  /** Degrees, WGS 84. */
  lat: number
  lon: number
}

/** Renders a link that shows a place on a map outside the application. */
export function MapLink({ name, lat, lon }: Props) {
  const { t } = useLingui()
  const query = new URLSearchParams({ api: '1', query: `${lat},${lon}` })
  return (
    <AnchorButton
      kind="quiet"
      size="small"
      icon={MapPin}
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noreferrer"
      aria-label={t`${name}, opens a map`}
    >
      <Trans>Map</Trans>
    </AnchorButton>
  )
}
