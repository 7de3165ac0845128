import { Trans } from '@lingui/react/macro'
import type { PassType } from '#contract/codes.ts'
import { ConfirmDialog } from '../confirmDialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  passType: PassType
  /** Label of the sender; empty if unknown. */
  sender: string
}

/** Renders the question before a gift is accepted. */
export function AcceptDialog({ open, onClose, onConfirm, passType: product, sender }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Accept this gift?</Trans>}
      confirmLabel={<Trans>Accept</Trans>}
      onConfirm={onConfirm}
    >
      <p>
        {sender ? (
          <Trans>
            The {product} pass from {sender} will be added to My Pass, unless the gift is cancelled before your answer
            reaches us.
          </Trans>
        ) : (
          <Trans>
            The {product} pass will be added to My Pass, unless the gift is cancelled before your answer reaches us.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
