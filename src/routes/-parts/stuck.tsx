import { Plural, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOutbox } from '#data/outbox.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { QueueDialog } from './queue.tsx'

/** Actions that need the person's word, and the way to them. */
export function Stuck() {
  const { t } = useLingui()
  const { refused, asking } = useOutbox()
  const [open, setOpen] = useState(false)
  const stuck = refused.length + asking.length
  return (
    <>
      {stuck > 0 && (
        <Banner
          tone="red"
          role="alert"
          icon={CircleAlert}
          action={
            <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
              {t`See why`}
            </Button>
          }
        >
          <Plural value={stuck} one="# action was not sent" other="# actions were not sent" />
        </Banner>
      )}
      <QueueDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
