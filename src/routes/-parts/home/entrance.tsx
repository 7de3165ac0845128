import { Trans } from '@lingui/react/macro'
import type { MyPass } from '#contract/calls/mypage.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { useNow } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import styles from './home.module.css'
import { PassStrip } from './pass-strip.tsx'

const opensGates = (pass: MyPass, now: number): boolean =>
  isLive(pass.state) && (pass.expiresAt === null || now < pass.expiresAt)

/** The pass in hand; without one, the way to one. Both end at one height, so that nothing below moves. */
export function Entrance() {
  const { state } = useSession()
  const now = useNow(60_000)
  const pass = useMyPasses()
    .list.filter((each) => opensGates(each, now))
    .toSorted(byUse)[0]
  if (pass) return <PassStrip pass={pass} now={now} />
  return (
    <div className={cx(styles.buttons, state !== 'member' && styles.visitor)}>
      {state === 'member' ? (
        <>
          <LinkButton to="/pass">
            <Trans>See the passes</Trans>
          </LinkButton>
          <LinkButton to="/myPage/myPass" kind="outline">
            <Trans>My Pass</Trans>
          </LinkButton>
        </>
      ) : (
        <>
          <LinkButton to="/login">
            <Trans>Sign in</Trans>
          </LinkButton>
          <LinkButton to="/join" kind="outline">
            <Trans>Sign up</Trans>
          </LinkButton>
        </>
      )}
    </div>
  )
}
