import { Trans } from '@lingui/react/macro'
import { HardDrive } from 'lucide-react'
import { useSession } from '#data/session.ts'
import { useStorage } from '#data/storage.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useIsGate } from './useIsGate.ts'
import { usePushLanguage } from './pushLanguage.ts'

/** Renders the notices of the phone, in a calm tone. None on the gate screen, which has its own. */
export function NoticeBanners() {
  usePushLanguage()
  return useIsGate() ? null : <PhoneBanners />
}

/** Renders notices about the storage of a member’s phone. */
function PhoneBanners() {
  const storage = useStorage()
  const { state } = useSession()
  return (
    <>
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
          <Trans>This device is out of storage. Free up space to keep your passes up to date.</Trans>
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
              Your browser cleared Harbor Pass data from this device. While you are online, open My Pass to check that
              your passes are ready.
            </Trans>
          ) : (
            <Trans>
              Your browser cleared Harbor Pass data from this device. If you had passes here, sign in to get them back.
            </Trans>
          )}
        </Banner>
      )}
    </>
  )
}
