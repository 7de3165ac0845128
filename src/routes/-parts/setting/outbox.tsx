import { Plural, Trans } from '@lingui/react/macro'
import { CloudUpload } from 'lucide-react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './setting.module.css'

/** What waits on this phone to be sent, and the way to it. */
export function Outbox() {
  const { state } = useSession()
  const { waiting, refused, asking } = useOutbox()
  if (state === 'anonymous') return null
  const count = waiting + refused.length + asking.length
  return (
    <section className={styles.part}>
      <h2>
        <Trans>Waiting to send</Trans>
      </h2>
      <p className={styles.quiet}>
        {count === 0 ? (
          <Trans>Nothing here right now.</Trans>
        ) : (
          <Plural value={count} one="# action has not been sent" other="# actions have not been sent" />
        )}
      </p>
      <LinkButton to="/myPage/outbox" kind="outline" icon={CloudUpload}>
        <Trans>See sending status</Trans>
      </LinkButton>
    </section>
  )
}
