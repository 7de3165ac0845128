import { Trans, useLingui } from '@lingui/react/macro'
import { Map as MapIcon } from 'lucide-react'
import { AnchorButton } from '#ui/button.tsx'
import { OfflineHint } from './offlineHint.tsx'
import styles from './mapLinks.module.css'

interface Props {
  name: string
  lat: number
  lon: number
}

/** Renders links to a point in the maps that visitors of Korea use, each in a new window. */
export function MapLinks({ name, lat, lon }: Props) {
  const { t } = useLingui()
  const title = encodeURIComponent(name)
  const maps = [
    { map: t`Naver Map`, href: `https://map.naver.com/p/search/${lat},${lon}` },
    { map: t`KakaoMap`, href: `https://map.kakao.com/link/map/${title},${lat},${lon}` },
    { map: t`Google Maps`, href: `https://www.google.com/maps/search/?api=1&query=${lat},${lon}` },
  ]
  return (
    <div className={styles.maps}>
      <ul className={styles.links}>
        {maps.map(({ map, href }) => (
          <li key={map}>
            <AnchorButton kind="outline" size="small" icon={MapIcon} href={href} target="_blank" rel="noreferrer">
              {map}
            </AnchorButton>
          </li>
        ))}
      </ul>
      <OfflineHint>
        <Trans>The maps need an internet connection.</Trans>
      </OfflineHint>
    </div>
  )
}
