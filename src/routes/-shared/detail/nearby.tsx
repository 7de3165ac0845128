import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import styles from './detail.module.css'
import { useDistance } from './useDistance.ts'

/** Renders the nearest attractions with their distance; nothing when there are none. */
export function Nearby({ places }: { places: AttractionDetail['nearby'] }) {
  const distance = useDistance()
  if (places.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Nearby</Trans>
      </h2>
      <ul className={styles.nearby}>
        {places.map((place) => (
          <li key={place.gdsUid}>
            <Link to="/attractions/$detail" params={{ detail: place.gdsUid }}>
              <Scene name={place.scene} place={place.gdsUid} crop="porthole" className={styles.porthole} />
              <span>
                <b>{place.name}</b>
                {distance(place.metres)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
