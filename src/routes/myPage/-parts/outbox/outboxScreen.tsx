import { Plural, Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { useConnection } from '#data/online.ts'
import { sendNow, useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import styles from '../../../-shared/outbox/outbox.module.css'
import { UnsentList, WaitingList } from '../../../-shared/outbox/queueList.tsx'

/**
 * Renders `/myPage/outbox`, an address that the specification does not have: the actions that wait on this phone, and
 * those that were refused or ask, with their text and reason.
 */
export function OutboxScreen() {
  const { state } = useSession()
  const { waiting, stuck } = useOutbox()
  return (
    <main data-screen="/myPage/outbox" className={styles.screen}>
      <TopBar title={<Trans>Waiting to send</Trans>} back="/setting" />
      {(state === 'locked' || stuck + waiting > 0) && (
        <Columns scene="harbour">{state === 'locked' ? <Locked /> : <Queue />}</Columns>
      )}
      {stuck + waiting === 0 && (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>Nothing here right now.</Trans>}
          text={<Trans>Actions you take offline wait here until they are sent.</Trans>}
          actions={
            <LinkButton to="/attractions" kind="outline" full>
              <Trans>See the attractions</Trans>
            </LinkButton>
          }
        />
      )}
    </main>
  )
}

/** Renders only the number of actions: a locked session sends nothing and shows no texts (S5). */
function Locked() {
  const { waiting, stuck } = useOutbox()
  const count = waiting + stuck
  return (
    <section className={styles.part}>
      <SignInAgain returnTo="/myPage/outbox" />
      {count > 0 && (
        <>
          <p>
            <Plural value={count} one="# action has not been sent" other="# actions have not been sent" />
          </p>
          <p className={styles.quiet}>
            <Trans>Sign in to see what is waiting.</Trans>
          </p>
        </>
      )}
    </section>
  )
}

function Queue() {
  const { waiting, stuck } = useOutbox()
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    await sendNow()
    setBusy(false)
  }
  return (
    <>
      {stuck > 0 && (
        <section className={styles.part} aria-labelledby="stuck">
          <h2 id="stuck">
            <Trans>Not sent</Trans>
          </h2>
          <UnsentList />
        </section>
      )}
      {waiting > 0 && (
        <section className={styles.part} aria-labelledby="waiting">
          <h2 id="waiting">
            <Trans>Saved on this device</Trans>
          </h2>
          <p className={styles.quiet}>
            {connection === 'online' ? (
              <Trans>These will be sent automatically as soon as possible.</Trans>
            ) : (
              <Trans>
                These will be sent once the app can reach our server. We will ask you before sending one that has waited
                a long time.
              </Trans>
            )}
          </p>
          <WaitingList />
          <Button
            kind="outline"
            icon={RefreshCw}
            busy={busy}
            disabled={connection === 'offline'}
            onClick={() => void send()}
          >
            <Trans>Send now</Trans>
          </Button>
        </section>
      )}
    </>
  )
}
