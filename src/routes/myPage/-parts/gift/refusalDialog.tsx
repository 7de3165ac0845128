import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOutbox } from '#data/outbox.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

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
