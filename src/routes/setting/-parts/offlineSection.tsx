import { Plural, Trans } from '@lingui/react/macro'
import { Check, CloudOff, Smartphone } from 'lucide-react'
import { useConnection } from '#data/online.ts'
import { usePassCounts } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { useStorage } from '#data/storage.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import { useConnectionText } from '../../-shared/connection/useConnectionText.ts'
import styles from './setting.module.css'

/** Renders the connection, and what of the passes works without one on this phone. */
export function OfflineSection() {
  const { state } = useSession()
  const storage = useStorage()
  const connection = useConnection()
  const cause = useConnectionText()
  const { live, working } = usePassCounts()
  const missing = live - working
  return (
    <section className={styles.part} aria-labelledby="offline">
      <h2 id="offline">
        <Trans>Offline</Trans>
      </h2>
      <p className={cx(styles.connection, connection !== 'online' && styles.quiet)} data-connection={connection}>
        {connection === 'online' ? (
          <>
            <Icon of={Check} size={20} />
            <Trans>Online</Trans>
          </>
        ) : (
          <>
            <Icon of={CloudOff} size={20} /> {cause}
          </>
        )}
      </p>
      {storage.state === 'refused' ? (
        <p className={styles.quiet}>
          <Trans>This browser does not let the app save anything, so nothing works offline here.</Trans>
        </p>
      ) : (
        state === 'member' &&
        live > 0 && (
          <>
            <p className={styles.quiet}>
              {missing === 0 ? (
                <Plural
                  value={live}
                  one="Your mobile pass works offline on this device."
                  other="All # mobile passes work offline on this device."
                />
              ) : (
                <Plural
                  value={missing}
                  one="# mobile pass does not work offline on this device yet."
                  other="# mobile passes do not work offline on this device yet."
                />
              )}
            </p>
            {missing > 0 && (
              <LinkButton to="/myPage/myPass" kind="outline" icon={Smartphone}>
                <Trans>Open My Pass</Trans>
              </LinkButton>
            )}
          </>
        )
      )}
      <LinkButton to="/index-parking" kind="quiet">
        <Trans>Service status</Trans>
      </LinkButton>
    </section>
  )
}
