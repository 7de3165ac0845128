import { Plural, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { lateDialog } from './late.tsx'
import { useOutboxHere } from './outbox/here.ts'

const QueueDialog = lateDialog(async () => (await import('./outbox/queue-dialog.tsx')).QueueDialog)

/** Actions that need the person's word, and the way to them. */
export function Stuck() {
  const { t } = useLingui()
  const { refused, asking } = useOutbox()
  const { state } = useSession()
  const [open, setOpen] = useState(false)
  const stuck = useOutboxHere() ? 0 : refused.length + asking.length
  return (
    <>
      {stuck > 0 && (
        <Banner
          tone="red"
          role="alert"
          icon={CircleAlert}
          action={
            state === 'anonymous' ? (
              <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
                {t`See why`}
              </Button>
            ) : (
              <LinkButton to="/myPage/outbox" kind="quiet" size="small">
                {t`See why`}
              </LinkButton>
            )
          }
        >
          <Plural value={stuck} one="# action was not sent" other="# actions were not sent" />
        </Banner>
      )}
      <QueueDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
