import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { PlaceAnswer } from '../../-shared/attraction/sortPlaces.ts'
import { useStillOpenText } from '../../-shared/attraction/stillOpenText.ts'
import { SectionHead } from './sectionHead.tsx'
import home from './home.module.css'
import styles from './member.module.css'

/** Renders where the member can go next with `pass`: cards, and a link to all places by last entry. */
export function NextPlaces({ pass, next }: { pass: MyPass; next: readonly PlaceAnswer[] }) {
  const { t } = useLingui()
  const now = useNow(MINUTE_MS)
  const texts = useStillOpenText()
  if (next.length === 0) return null
  const isOpen = next[0]?.answer.kind === 'now'
  return (
    <section className={home.section} aria-labelledby="next">
      <SectionHead id="next" title={<Trans>Next for you</Trans>}>
        <Link to="/myPage/stillOpen" className={styles.link}>
          <Trans>Where I can still go</Trans>
        </Link>
      </SectionHead>
      <p className={styles.order}>
        {isOpen ? (
          <Trans>Open now with your pass, sorted by last entry</Trans>
        ) : (
          <Trans>Free with your pass, sorted by opening time</Trans>
        )}
      </p>
      <ul className={home.cards}>
        {next.map(({ place, group, answer }) => (
          <li key={place.gdsUid}>
            <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={home.card}>
              <Scene name={place.scene} place={place.gdsUid} crop={[0, 24, 400, 252]} className={home.picture} />
              <b>{place.name}</b>
              <span>
                {texts(answer, now)}
                {pass.allowance && group && <> · {t`Group ${group}`}</>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
