import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { House, QrCode, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { useNotices } from '#data/notices.ts'
import { usePassCounts } from '#data/passCounts.ts'
import { useService } from '#data/service.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useConnectionText } from '../../-shared/connection/useConnectionText.ts'
import { DataAge } from '../../-shared/dataAge.tsx'
import screen from '../../-shared/screen.module.css'
import styles from './parking.module.css'

interface Props {
  /** Address to open once our server serves again; undefined stays here. */
  returnTo?: string | undefined
}

/**
 * Renders whether the service works, what works on this phone without it, and the pinned notices (spec 2.8). A visitor
 * who was led to this screen because our server did not serve is taken to `returnTo` as soon as it does.
 */
export function ParkingScreen({ returnTo }: Props) {
  const { t } = useLingui()
  const router = useRouter()
  const { state, check } = useService()
  const cause = useConnectionText()
  const { working } = usePassCounts()
  const [isChecking, setChecking] = useState(false)
  const wasAway = useRef(false)
  useEffect(() => {
    if (state === 'checking') return
    if (state !== 'online') wasAway.current = true
    else if (wasAway.current && returnTo !== undefined) router.history.replace(returnTo)
  }, [state, returnTo, router])
  const checkServer = async (): Promise<void> => {
    setChecking(true)
    await check()
    setChecking(false)
  }
  return (
    <main data-screen="/index-parking" className={screen.reading}>
      <TopBar title={<Trans>Service status</Trans>} back="/home" />
      <div role="status">
        {state === 'checking' ? (
          <LoadingLine label={t`Checking the service`} />
        ) : state === 'online' ? (
          <EmptyState
            scene={<Scene name="harbour" />}
            title={<Trans>Harbor Pass is working normally</Trans>}
            text={<Trans>You can buy passes, sign in and send gifts.</Trans>}
          />
        ) : (
          <EmptyState
            scene={<Scene name="cablecar" />}
            title={
              state === 'offline' ? <Trans>Offline</Trans> : <Trans>Harbor Pass is not available at the moment</Trans>
            }
            text={
              <>
                {state === 'unavailable' ? <Trans>Our server cannot process requests at the moment.</Trans> : cause}
                <br />
                <Trans>What is saved on this device is not affected.</Trans>
              </>
            }
          />
        )}
      </div>
      <div className={styles.actions}>
        {working > 0 && (
          <LinkButton to="/myPage/myPass" icon={QrCode} full>
            <Trans>My Pass</Trans>
          </LinkButton>
        )}
        {state !== 'online' && state !== 'checking' && (
          <Button
            kind={working > 0 ? 'outline' : 'primary'}
            icon={RotateCw}
            onClick={() => void checkServer()}
            busy={isChecking}
            full
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        <LinkButton to="/home" kind="quiet" icon={House} full>
          <Trans>Home</Trans>
        </LinkButton>
      </div>
      <PinnedNotices title={t`Notices`} />
    </main>
  )
}

/** Renders the pinned notices that this phone has; nothing without one, as the state above matters more. */
function PinnedNotices({ title }: { title: string }) {
  const { data, at } = useNotices()
  const pinned = data?.list.filter(({ pinnedYn }) => pinnedYn === 'Y') ?? []
  if (pinned.length === 0) return null
  return (
    <section className={styles.notices} aria-labelledby="notices">
      <h2 id="notices">{title}</h2>
      {pinned.map(({ id, title: heading, body }) => (
        <article key={id}>
          <h3>{heading}</h3>
          <p>{body}</p>
        </article>
      ))}
      <p className={screen.second}>
        <DataAge at={at} />
      </p>
    </section>
  )
}
