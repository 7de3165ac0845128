import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { BCP47 } from '#contract/locales.ts'
import { useLocale } from '#i18n/useLocale.ts'
import styles from './detail.module.css'

/** Renders the nearest other attractions with their distance. */
export function Nearby({ place }: { place: AttractionDetail }) {
  const tag = BCP47[useLocale()]
  const distance = (metres: number): string =>
    metres < 1_000
      ? new Intl.NumberFormat(tag, { style: 'unit', unit: 'meter' }).format(Math.round(metres / 10) * 10)
      : new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 }).format(
          metres / 1_000,
        )
  if (place.nearby.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Nearby</Trans>
      </h2>
      <ul className={styles.nearby}>
        {place.nearby.map((neighbour) => (
          <li key={neighbour.gdsUid}>
            <Link to="/attractions/$detail" params={{ detail: neighbour.gdsUid }}>
              <Scene name={neighbour.scene} crop="porthole" className={styles.porthole} />
              <span>
                <b>{neighbour.name}</b>
                {distance(neighbour.metres)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
