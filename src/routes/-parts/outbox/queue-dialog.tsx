import { Trans } from '@lingui/react/macro'
import { useOutbox } from '#data/outbox.ts'
import { Dialog } from '#ui/dialog.tsx'
import { StuckList } from './queue-list.tsx'

/** What was not sent, for a guest: members have a screen of it. */
export function QueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { refused, asking } = useOutbox()
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Not sent</Trans>}>
      {refused.length + asking.length === 0 && (
        <p>
          <Trans>Nothing here right now.</Trans>
        </p>
      )}
      <StuckList />
    </Dialog>
  )
}
