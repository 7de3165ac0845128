import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudOff, CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { IconButton, IconLink } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { lazyDialog } from '../lazyPart.tsx'
import { useIsOutboxScreen } from '../outbox/useIsOutboxScreen.ts'
import { useConnectionText } from './useConnectionText.ts'
import { useHasOfflineLine } from './useHasOfflineLine.ts'

const QueueDialog = lazyDialog(async () => (await import('../outbox/queueDialog.tsx')).QueueDialog)

interface Props {
  className?: string | undefined
}

/**
 * Renders the one icon of the frame for the connection and the outbox: the number of actions that wait or were refused
 * leads to their list. Without any, an icon that says what is missing, except where a line says it (`OfflineLine`).
 */
export function ConnectionIcon({ className }: Props) {
  const { t } = useLingui()
  const { waiting, stuck } = useOutbox()
  const { state } = useSession()
  const [isListOpen, setListOpen] = useState(false)
  const connection = useConnectionText()
  const hasLine = useHasOfflineLine()
  const isListed = useIsOutboxScreen()
  const toast = useToast()
  const text = hasLine ? null : connection
  const count = isListed ? 0 : waiting + stuck
  const dialog = state === 'anonymous' && <QueueDialog open={isListOpen} onClose={() => setListOpen(false)} />
  if (count === 0)
    return (
      <>
        {text !== null && (
          <IconButton
            icon={CloudOff}
            label={text}
            className={className}
            onClick={() => toast({ text, icon: CloudOff })}
          />
        )}
        {dialog}
      </>
    )
  const queued = stuck > 0 ? t`Unsent actions: ${count}` : t`Waiting to send: ${waiting}`
  const shared = {
    icon: stuck > 0 ? CircleAlert : text === null ? CloudUpload : CloudOff,
    label: text === null ? queued : `${text} ${queued}`,
    count,
    className,
  }
  return (
    <>
      {state === 'anonymous' ? (
        <IconButton {...shared} aria-haspopup="dialog" onClick={() => setListOpen(true)} />
      ) : (
        <IconLink {...shared} to="/myPage/outbox" />
      )}
      {dialog}
    </>
  )
}
