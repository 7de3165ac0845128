import { Trans } from '@lingui/react/macro'
import { useOutbox } from '#data/outbox.ts'
import { Dialog } from '#ui/dialog.tsx'
import { UnsentList, WaitingList } from './queueList.tsx'

/** Renders a guest's actions that were not sent or wait; members have a screen for them. */
export function QueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { stuck, waiting } = useOutbox()
  return (
    <Dialog open={open} onClose={onClose} title={stuck > 0 ? <Trans>Not sent</Trans> : <Trans>Waiting to send</Trans>}>
      {stuck + waiting === 0 && (
        <p>
          <Trans>Nothing here right now.</Trans>
        </p>
      )}
      {stuck > 0 && <UnsentList />}
      {waiting > 0 && <WaitingList />}
    </Dialog>
  )
}
