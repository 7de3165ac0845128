import { Trans } from '@lingui/react/macro'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useMirroredPasses } from '#data/myPass.ts'
import { worksOffline } from '#data/passCounts.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './home.module.css'
import { PassStrip } from './passStrip.tsx'
import { useCurrentPass } from './useCurrentPass.ts'

/** Renders the member's current pass; without one, links to the passes on sale and to My Pass. */
export function MemberHomeLinks() {
  const now = useNow(MINUTE_MS)
  const { deviceUid } = useMirroredPasses()
  const pass = useCurrentPass()
  if (pass) return <PassStrip pass={pass} now={now} drawsCodes={worksOffline(pass, deviceUid, now)} />
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
