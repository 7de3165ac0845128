import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { GoodsDetail } from '#data/goods.ts'
import frame from '../detail/detail.module.css'
import styles from './goods.module.css'

/** Renders the attractions that a tour visits, in order; nothing without any. */
export function TourStops({ stops }: Pick<GoodsDetail, 'stops'>) {
  if (stops.length === 0) return null
  return (
    <section className={frame.section}>
      <h2>
        <Trans>Stops on the tour</Trans>
      </h2>
      <ol className={styles.stops}>
        {stops.map((stop) => (
          <li key={stop.gdsUid}>
            <Link to="/attractions/$detail" params={{ detail: stop.gdsUid }}>
              <Scene name={stop.scene} place={stop.gdsUid} crop="porthole" className={frame.porthole} />
              {stop.name}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
