import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { storageFacts, type Diagnostics } from '#data/diagnostics.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './setting.module.css'

const MB = 1_000_000

/** Renders the storage use, whether the browser may evict it, and a button that requests persistent storage. */
export function StorageSection() {
  const { t } = useLingui()
  const { number } = useFormat()
  const toast = useToast()
  const [storage, setStorage] = useState<Diagnostics['storage']>()
  const [isRequesting, setRequesting] = useState(false)

  const readStorage = (): void => void storageFacts().then(setStorage)
  useEffect(readStorage, [])

  const requestPersistence = async (): Promise<void> => {
    setRequesting(true)
    const granted = await navigator.storage.persist()
    setRequesting(false)
    toast({
      text: granted
        ? t`This browser will keep what is saved on this device.`
        : t`Your browser did not allow this. Installing the app or using it more often may help.`,
    })
    readStorage()
  }
  if (!storage) return null
  const { usage, persisted } = storage
  // Not every browser supports the storage API.
  if (usage === null && persisted === null) return null
  const used = number((usage ?? 0) / MB)
  return (
    <section className={styles.part}>
      <h2>
        <Trans>Storage</Trans>
      </h2>
      {usage !== null && (
        <p className={styles.quiet}>
          <Trans>{used} MB saved on this device.</Trans>
        </p>
      )}
      {persisted !== null && (
        <p className={styles.quiet}>
          {persisted ? (
            <Trans>The browser will not automatically delete what is saved on this device.</Trans>
          ) : (
            <Trans>The browser may delete what is saved on this device when storage runs low.</Trans>
          )}
        </p>
      )}
      {persisted === false && (
        <Button kind="outline" busy={isRequesting} onClick={() => void requestPersistence()}>
          <Trans>Keep this data on this device</Trans>
        </Button>
      )}
    </section>
  )
}
