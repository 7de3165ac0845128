import { Trans } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '../lazyPart.tsx'

const PhoneLinkDialog = lazyDialog(() => import('./phoneLinkDialog.tsx').then((chunk) => chunk.PhoneLinkDialog))

/**
 * Renders the button that opens the dialog with a QR code for the member's phone: to put `passUid` on it or, without a
 * pass, only to sign in there.
 */
export function PhoneLinkButton({ passUid }: { passUid?: string }) {
  const [open, setOpen] = useState(false)
  const isPass = passUid !== undefined
  return (
    <>
      <Button
        icon={Smartphone}
        kind={isPass ? 'primary' : 'outline'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isPass ? <Trans>Put it on your phone</Trans> : <Trans>Sign in on your phone</Trans>}
      </Button>
      <PhoneLinkDialog open={open} onClose={() => setOpen(false)} passUid={passUid} />
    </>
  )
}
