import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './account.module.css'
import { DataCopyDialog } from './dataCopyDialog.tsx'

/** Renders the section of the profile that offers a copy of the member's data. */
export function DataCopySection({ email, isOnline }: { email: string; isOnline: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="info-copy">
      <h2 id="info-copy">
        <Trans>Copy of your data</Trans>
      </h2>
      <Button kind="outline" icon={Download} disabled={!isOnline} onClick={() => setOpen(true)}>
        <Trans>Get a copy of your data</Trans>
      </Button>
      <DataCopyDialog open={open} onClose={() => setOpen(false)} email={email} />
    </section>
  )
}
