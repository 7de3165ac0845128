import { Plural, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { useIsGate } from './useIsGate.ts'
import { lazyDialog } from '../-shared/lazyPart.tsx'
import { useIsOutboxScreen } from '../-shared/outbox/useIsOutboxScreen.ts'

const QueueDialog = lazyDialog(async () => (await import('../-shared/outbox/queueDialog.tsx')).QueueDialog)

/** Renders the number of actions that need the person's decision, with a link to them; a dialog for guests. */
export function UnsentBanner() {
  const { t } = useLingui()
  const outbox = useOutbox()
  const { state } = useSession()
  const [open, setOpen] = useState(false)
  const isGate = useIsGate()
  const stuck = useIsOutboxScreen() || isGate ? 0 : outbox.stuck
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
