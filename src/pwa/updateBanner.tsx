import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { applyUpdate } from './worker.ts'

/** Says that an update is available, with a button that applies it. */
export function UpdateBanner() {
  return (
    <Banner
      tone="harbour"
      icon={RefreshCw}
      action={
        <Button kind="quiet" size="small" onClick={applyUpdate}>
          <Trans>Update</Trans>
        </Button>
      }
    >
      <Trans>Update available</Trans>
    </Banner>
  )
}
