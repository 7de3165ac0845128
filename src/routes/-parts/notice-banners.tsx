import { Plural, Trans } from '@lingui/react/macro'
import { CloudOff, HardDrive, RefreshCw, Smartphone } from 'lucide-react'
import { useOnline } from '#data/online.ts'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { useStorage } from '#data/storage.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useOutboxHere } from './outbox/here.ts'
import { usePushLanguage } from './push-language.ts'

/** What there is to say; all of it is calm. */
export function NoticeBanners() {
  const online = useOnline()
  const { waiting } = useOutbox()
  const listed = useOutboxHere()
  const storage = useStorage()
  const { state } = useSession()
  usePushLanguage()
  return (
    <>
      {!online && (
        <Banner tone="amber" icon={CloudOff}>
          <Trans>Offline. Your passes work.</Trans>
        </Banner>
      )}
      {waiting > 0 && !listed && (
        <Banner tone="amber" icon={online ? RefreshCw : Smartphone}>
          <Plural value={waiting} one="# action waiting to send" other="# actions waiting to send" />
        </Banner>
      )}
      {storage.state === 'refused' && (
        <Banner tone="amber" icon={HardDrive}>
          <Trans>This browser keeps nothing here, so the app works online only.</Trans>
        </Banner>
      )}
      {storage.state === 'full' && (
        <Banner tone="amber" icon={HardDrive}>
          <Trans>This phone is full. Free some space to keep your passes up to date.</Trans>
        </Banner>
      )}
      {storage.evicted && (
        <Banner
          tone="amber"
          icon={HardDrive}
          action={
            <Button kind="quiet" size="small" onClick={storage.understood}>
              <Trans>Understood</Trans>
            </Button>
          }
        >
          {state === 'member' ? (
            <Trans>The browser has emptied what was saved on this phone. Your passes are being saved here again.</Trans>
          ) : (
            <Trans>The browser has emptied what was saved on this phone. Sign in to get your passes back.</Trans>
          )}
        </Banner>
      )}
    </>
  )
}
