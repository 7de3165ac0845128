import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { storageFacts, type Diagnostics } from '#data/diagnostics.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './setting.module.css'

const MB = 1_000_000

/** How firmly this browser keeps the passes, and asking it to keep them for good. */
export function Storage() {
  const { t } = useLingui()
  const { number } = useFormat()
  const toast = useToast()
  const [storage, setStorage] = useState<Diagnostics['storage']>()
  const [asking, setAsking] = useState(false)

  const look = (): void => void storageFacts().then(setStorage)
  useEffect(look, [])

  const ask = async (): Promise<void> => {
    setAsking(true)
    const granted = await navigator.storage.persist()
    setAsking(false)
    toast({
      text: granted
        ? t`This browser will keep your passes.`
        : t`Your browser did not allow this. Installing the app or using it more often may help.`,
    })
    look()
  }
  const used = number((storage?.usage ?? 0) / MB)
  return (
    <section className={styles.part}>
      <h2>
        <Trans>Storage</Trans>
      </h2>
      <p className={styles.quiet}>
        {storage?.persisted ? (
          <Trans>{used} MB saved on this device. The browser will not delete it automatically.</Trans>
        ) : (
          <Trans>{used} MB saved on this device. The browser may delete it when storage runs low.</Trans>
        )}
      </p>
      {storage?.persisted === false && (
        <Button kind="outline" busy={asking} onClick={() => void ask()}>
          <Trans>Keep my passes on this device</Trans>
        </Button>
      )}
    </section>
  )
}
