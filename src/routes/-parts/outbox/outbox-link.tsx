import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudUpload } from 'lucide-react'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { IconLink } from '#ui/button.tsx'

/** The way to what waits or was not sent; nothing while everything has been sent. */
export function OutboxLink({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const { state } = useSession()
  const { waiting, refused, asking } = useOutbox()
  const stuck = refused.length + asking.length
  const count = waiting + stuck
  if (count === 0 || state === 'anonymous') return null
  return (
    <IconLink
      to="/myPage/outbox"
      icon={stuck > 0 ? CircleAlert : CloudUpload}
      label={stuck > 0 ? t`Not sent: ${stuck}` : t`Waiting to send: ${waiting}`}
      count={count}
      className={className}
    />
  )
}
