import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOutbox } from '#data/outbox.ts'
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

/** Renders the confirmation before a gift is sent, cancelled, accepted or declined. */
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

/** Renders why an action was refused (`children`), with a button that discards it. */
export function RefusalDialog({
  action,
  open,
  onClose,
  children,
}: {
  /** Id of the refused action. */
  action: string
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { discard } = useOutbox()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>This could not be done</Trans>}
      actions={
        <>
          <Button kind="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            onClick={() => {
              onClose()
              void discard(action)
            }}
          >
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
