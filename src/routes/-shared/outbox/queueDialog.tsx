import { Trans } from '@lingui/react/macro'
import { useOutbox } from '#data/outbox.ts'
import { Dialog } from '#ui/dialog.tsx'
import { UnsentList } from './queueList.tsx'

/** Renders a guest's actions that were not sent; members have a screen for them. */
export function QueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { stuck } = useOutbox()
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Not sent</Trans>}>
      {stuck === 0 && (
        <p>
          <Trans>Nothing here right now.</Trans>
        </p>
      )}
      <UnsentList />
    </Dialog>
  )
}
