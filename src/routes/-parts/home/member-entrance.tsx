import { Trans } from '@lingui/react/macro'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { useNow } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './home.module.css'
import { PassStrip } from './pass-strip.tsx'

const opensGates = (pass: ShownPass, now: number): boolean =>
  isLive(pass.state) && pass.gift === null && (pass.expiresAt === null || now < pass.expiresAt)

/** The pass in hand; without one, the way to one. */
export function MemberEntrance() {
  const now = useNow(60_000)
  const pass = useMyPasses()
    .list.filter((each) => opensGates(each, now))
    .toSorted(byUse)[0]
  if (pass) return <PassStrip pass={pass} now={now} />
  return (
    <div className={styles.buttons}>
      <LinkButton to="/pass">
        <Trans>See the passes</Trans>
      </LinkButton>
      <LinkButton to="/myPage/myPass" kind="outline">
        <Trans>My Pass</Trans>
      </LinkButton>
    </div>
  )
}
