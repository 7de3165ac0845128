import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Gift, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { refreshPasses } from '#data/myPass.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button, IconButton, IconLink } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { lazyDialog } from '../../-shared/lazyPart.tsx'

const Menu = lazyDialog(async () => (await import('../../-shell/menu.tsx')).Menu)

/**
 * Renders the link to send a gift, for a member with one pass, and the button of the menu, which other screens have in
 * the brand row.
 */
export function PassTools({ canGive }: { canGive: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      {canGive && <IconLink to="/myPage/myPassGift" icon={Gift} label={t`Send a pass as a gift`} />}
      <Menu open={open} onClose={() => setOpen(false)} />
      <IconButton icon={Ellipsis} label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
    </>
  )
}

export interface Refresh {
  busy: boolean
  refresh: () => void
}

/** Returns what makes new codes and asks for the present state of the passes, and says what came of it. */
export const useRefresh = (): Refresh => {
  const { t } = useLingui()
  const toast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const { newCodes, answer } = await refreshPasses()
    setBusy(false)
    if (answer.ok)
      toast({ text: newCodes ? t`New QR code created. Your passes are up to date.` : t`Your passes are up to date.` })
    else if (!newCodes) toast({ text: errorText(answer) })
    else if (answer.code === 'OFFLINE')
      toast({ text: t`New QR code created. You are offline, so we could not check for updates.` })
    else toast({ text: t`New QR code created. We could not check for updates. Try again in a moment.` })
  }
  return { busy, refresh: () => (busy ? undefined : void run()) }
}

/** Renders the button that refreshes the passes. */
export function RefreshButton({ busy, refresh }: Refresh) {
  return (
    <Button kind="quiet" size="small" icon={RefreshCw} busy={busy} onClick={refresh}>
      <Trans>Refresh</Trans>
    </Button>
  )
}
