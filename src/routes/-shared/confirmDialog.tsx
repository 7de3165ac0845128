import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Label of the confirm button. */
  confirmLabel: ReactNode
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
  children: ReactNode
}

/** Renders the confirmation before an action. Enter in a field confirms. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  confirmLabel,
  danger = false,
  busy = false,
  disabled = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onEnter={busy || disabled ? undefined : onConfirm}
      title={title}
      actions={
        <>
          <Button kind="outline" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
