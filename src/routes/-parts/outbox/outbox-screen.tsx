import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { useOnline } from '#data/online.ts'
import { sendNow, useOutbox } from '#data/outbox.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import styles from './outbox.module.css'
import { StuckList, WaitingList } from './queue-list.tsx'

/** `/myPage/outbox` (an addition): what waits on this phone, and what was not sent, with its text and why. */
export function OutboxScreen() {
  const { waiting, refused, asking } = useOutbox()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const stuck = refused.length + asking.length
  const send = async (): Promise<void> => {
    setBusy(true)
    await sendNow()
    setBusy(false)
  }
  return (
    <main data-screen="/myPage/outbox" className={styles.screen}>
      <TopBar title={<Trans>Waiting to send</Trans>} back="/setting" />
      {stuck > 0 && (
        <section className={styles.part} aria-labelledby="stuck">
          <h2 id="stuck">
            <Trans>Not sent</Trans>
          </h2>
          <StuckList />
        </section>
      )}
      {waiting > 0 && (
        <section className={styles.part} aria-labelledby="waiting">
          <h2 id="waiting">
            <Trans>Saved on this phone</Trans>
          </h2>
          <p className={styles.quiet}>
            {online ? (
              <Trans>These will be sent automatically.</Trans>
            ) : (
              <Trans>Will be sent when you are online</Trans>
            )}
          </p>
          <WaitingList />
          <Button kind="outline" icon={RefreshCw} busy={busy} onClick={() => void send()}>
            <Trans>Send now</Trans>
          </Button>
        </section>
      )}
      {stuck + waiting === 0 && (
        <EmptyState
          scene={<Scene name="harbour" crop={[0, 30, 400, 220]} />}
          title={<Trans>Nothing here right now.</Trans>}
          text={<Trans>Actions you take offline wait here until they are sent.</Trans>}
        />
      )}
    </main>
  )
}
