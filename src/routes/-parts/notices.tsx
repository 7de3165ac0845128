import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudOff, HardDrive, RefreshCw, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useOnline } from '#data/online.ts'
import { useOutbox } from '#data/outbox.ts'
import { useStorage } from '#data/storage.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { QueueDialog } from './queue.tsx'
import styles from './shell.module.css'

/** What every screen says of the network, the queue and this phone's storage. Offline is normal, so it is calm. */
export function Notices() {
  const { t } = useLingui()
  const online = useOnline()
  const { waiting, refused, asking } = useOutbox()
  const storage = useStorage()
  const [open, setOpen] = useState(false)
  const stuck = refused.length + asking.length
  return (
    <div className={styles.notices}>
      <div role="status" className={styles.stack}>
        {!online && (
          <Banner tone="amber" icon={CloudOff}>
            <Trans>Offline. Your passes work.</Trans>
          </Banner>
        )}
        {waiting > 0 && (
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
            <Trans>The browser has emptied what was saved on this phone. Sign in to get your passes back.</Trans>
          </Banner>
        )}
      </div>
      {stuck > 0 && (
        <Banner
          tone="red"
          role="alert"
          icon={CircleAlert}
          action={
            <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
              {t`See why`}
            </Button>
          }
        >
          <Plural value={stuck} one="# action was not sent" other="# actions were not sent" />
        </Banner>
      )}
      <QueueDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
