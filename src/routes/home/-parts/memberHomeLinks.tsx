import { Trans } from '@lingui/react/macro'
import { byUse } from '#contract/rules/passOrder.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { isBoundToThisPhone } from '#data/passCounts.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './home.module.css'
import { PassStrip } from './passStrip.tsx'

/** Renders the member's current pass, or a link to the passes on sale if they have none. */
export function MemberHomeLinks() {
  const now = useNow(60_000)
  const { list, deviceUid } = useMyPasses()
  const isTimeReliable = useReliableTime()
  const live = list.filter((each) => !isClaimed(each) && isLive(stateAt(each, now, isTimeReliable)))
  const pass = live.toSorted(byUse)[0]
  if (pass) return <PassStrip pass={pass} now={now} drawsCodes={isBoundToThisPhone(pass, deviceUid)} />
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
