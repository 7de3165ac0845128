import { Plural, Trans } from '@lingui/react/macro'
import { CloudUpload } from 'lucide-react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './setting.module.css'

/** Renders the number of queued actions and a link to the outbox screen. */
export function Outbox() {
  const { state } = useSession()
  const { waiting, stuck } = useOutbox()
  if (state === 'anonymous') return null
  const count = waiting + stuck
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
      {count > 0 && state === 'locked' && (
        <p className={styles.quiet}>
          <Trans>Sign in to see what is waiting.</Trans>
        </p>
      )}
      <LinkButton to="/myPage/outbox" kind="outline" icon={CloudUpload}>
        <Trans>See sending status</Trans>
      </LinkButton>
    </section>
  )
}
