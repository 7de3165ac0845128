import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { LinkButton } from '#ui/button.tsx'
import { Facts } from './facts.tsx'
import styles from '../../-shared/attraction/list.module.css'
import { PassTags } from '../../-shared/attraction/tags.tsx'
import { Directions } from './directions.tsx'

/** Renders the selected attraction beside the list, on wide screens. */
export function Preview({ place, now }: { place: AttractionDetail; now: number }) {
  return (
    <div className={styles.card}>
      <Scene name={place.scene} place={place.gdsUid} crop={[0, 30, 400, 240]} />
      <div className={styles.inside}>
        <PassTags place={place} explained />
        <h2>{place.name}</h2>
        <p className={styles.quiet}>{place.district}</p>
        <Facts place={place} now={now} />
        <p>{place.description}</p>
        <Directions place={place} />
        <LinkButton to="/attractions/$detail" params={{ detail: place.gdsUid }} full>
          <Trans>Details</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
