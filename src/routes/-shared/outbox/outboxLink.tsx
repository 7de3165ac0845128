import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudUpload } from 'lucide-react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { IconLink } from '#ui/button.tsx'

/** Renders a link to the outbox screen with the number of actions; nothing for an empty outbox. */
export function OutboxLink({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const { state } = useSession()
  const { waiting, stuck } = useOutbox()
  const count = waiting + stuck
  if (count === 0 || state === 'anonymous') return null
  return (
    <IconLink
      to="/myPage/outbox"
      icon={stuck > 0 ? CircleAlert : CloudUpload}
      label={stuck > 0 ? t`Unsent actions: ${count}` : t`Waiting to send: ${waiting}`}
      count={count}
      className={className}
    />
  )
}
