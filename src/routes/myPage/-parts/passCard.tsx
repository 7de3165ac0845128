import { isClaimed } from '#contract/rules/passState.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import type { ShownPass } from '#data/myPass.ts'
import { passLabel } from '../../-shared/passLabel.ts'
import { LandingArea } from './landing/landingArea.tsx'
import styles from './passCard.module.css'
import { PassSky } from './passSky.tsx'
import { PassStub, StubFrame } from './passStub.tsx'
import { viewOf } from './passView.ts'

const HALF_MINUTE_MS = 30_000

/**
 * Renders a pass as a card: sky, horizon, tear line, white paper. `deviceUid`: this phone's id, null until it is
 * registered. `isOwn`: the member is signed in and may name the pass.
 */
export function PassCard({ pass, deviceUid, isOwn }: { pass: ShownPass; deviceUid: string | null; isOwn: boolean }) {
  const view = viewOf(pass, useNow(HALF_MINUTE_MS), useReliableTime())
  return (
    <article
      className={styles.card}
      data-over={view.phase === 'over' || isClaimed(pass) || undefined}
      data-pass={pass.passUid}
      aria-label={passLabel(pass)}
      data-gift={pass.gift}
    >
      <LandingArea pass={pass} deviceUid={deviceUid}>
        <PassSky pass={pass} view={view} isOwn={isOwn} />
        <PassStub pass={pass} view={view} deviceUid={deviceUid} />
      </LandingArea>
    </article>
  )
}

/**
 * Renders the placeholder of a pass in its final size; the start-up script fills its slots before the application runs.
 */
export function PassFrame() {
  return (
    <div className={styles.frame}>
      <div className={styles.card} data-slot="pass" aria-hidden>
        <PassSky pass={null} view={null} isOwn={false} />
        <StubFrame />
      </div>
    </div>
  )
}
