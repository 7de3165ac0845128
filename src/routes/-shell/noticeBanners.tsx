import { Plural, Trans } from '@lingui/react/macro'
import { CloudOff, HardDrive, RefreshCw, Smartphone } from 'lucide-react'
import { useOnline } from '#data/online.ts'
import { usePassCounts } from '#data/passCounts.ts'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { useStorage } from '#data/storage.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useIsGate } from './useIsGate.ts'
import { useIsOutboxScreen } from '../-shared/outbox/useIsOutboxScreen.ts'
import { usePushLanguage } from './pushLanguage.ts'

/** Renders the notices of the phone, in a calm tone. None on the gate screen, which has its own. */
export function NoticeBanners() {
  usePushLanguage()
  return useIsGate() ? null : <PhoneBanners />
}

/** Renders notices about the network, the outbox and the storage of a member’s phone. */
function PhoneBanners() {
  const online = useOnline()
  const { waiting } = useOutbox()
  const listed = useIsOutboxScreen()
  const storage = useStorage()
  const { state } = useSession()
  return (
    <>
      {!online && (
        <Banner tone="amber" icon={CloudOff}>
          {storage.state === 'refused' ? <Trans>Offline</Trans> : <Offline isLocked={state === 'locked'} />}
        </Banner>
      )}
      {waiting > 0 && !listed && (
        <Banner tone="amber" icon={online ? RefreshCw : Smartphone}>
          <Plural value={waiting} one="# action waiting to send" other="# actions waiting to send" />
        </Banner>
      )}
      {storage.state === 'refused' && (
        <Banner tone="amber" icon={HardDrive}>
          <Trans>
            This browser is not letting us save data, so it cannot show the QR codes of your passes. Close other Harbor
            Pass tabs and reload this page. If this does not help, leave private browsing, or use another browser.
          </Trans>
        </Banner>
      )}
      {storage.state === 'full' && (
        <Banner tone="amber" icon={HardDrive}>
          <Trans>This phone is out of storage. Free up space to keep your passes up to date.</Trans>
        </Banner>
      )}
      {storage.evicted && (
        <Banner
          tone="amber"
          icon={HardDrive}
          action={
            <Button kind="quiet" size="small" onClick={storage.dismissEviction}>
              <Trans>Got it</Trans>
            </Button>
          }
        >
          {state === 'member' ? (
            <Trans>
              Your browser cleared Harbor Pass data from this phone. While you are online, open My Pass to check that
              your passes are ready.
            </Trans>
          ) : (
            <Trans>
              Your browser cleared Harbor Pass data from this phone. If you had passes here, sign in to get them back.
            </Trans>
          )}
        </Banner>
      )}
    </>
  )
}

/**
 * Renders how many passes work offline on this phone. A locked session promises none: a new password, set elsewhere,
 * may have voided the certificates of this phone.
 */
function Offline({ isLocked }: { isLocked: boolean }) {
  const { live, working } = usePassCounts()
  if (live === 0 || isLocked) return <Trans>You are offline. You can still see what is saved on this phone.</Trans>
  if (working === live) return <Trans>You are offline. The QR codes in My Pass still work.</Trans>
  if (working === 0)
    return (
      <Trans>
        You are offline. No mobile pass is ready for offline use on this phone yet. When you are online, open My Pass
        and check that the QR code appears.
      </Trans>
    )
  return (
    <Plural
      value={live - working}
      one="You are offline. # of your passes is not ready for offline use on this phone; the QR codes in My Pass still work."
      other="You are offline. # of your passes are not ready for offline use on this phone; the QR codes in My Pass still work."
    />
  )
}
