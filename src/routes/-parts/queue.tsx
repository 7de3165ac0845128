import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useCatalogue } from '#data/catalogue.ts'
import { useOutbox, type WaitingAction } from '#data/outbox.ts'
import { codeOf } from '#data/outcome.ts'
import { useErrorText } from '#i18n/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './shell.module.css'

const NAMES: Record<string, MessageDescriptor> = {
  'favourite.set': msg`Favourite`,
  'inquiry.write': msg`1:1 inquiry`,
}

/** The words that the person wrote or chose, so that nothing is lost with a refused action. */
const useSubject = (): ((action: WaitingAction) => string) => {
  const { data } = useCatalogue()
  return ({ args }) => {
    const { gdsUid, content } = Object(args) as { gdsUid?: unknown; content?: unknown }
    if (typeof content === 'string') return content
    return data?.attractions.find((each) => each.gdsUid === gdsUid)?.name ?? ''
  }
}

/** What was not sent, why, and what can be done about it. */
export function QueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { refused, asking, discard, sendAnyway } = useOutbox()
  const errorText = useErrorText()
  const subject = useSubject()
  const actions = [
    ...refused.map((action) => ({ ...action, reason: errorText(codeOf(action.code)), again: false })),
    ...asking.map((action) => ({
      ...action,
      reason:
        action.why === 'old'
          ? t`This has been waiting for a long time. Still send it?`
          : t`The server did not understand this. Try once more?`,
      again: true,
    })),
  ]
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Not sent</Trans>}>
      {actions.length === 0 && (
        <p>
          <Trans>Everything has been sent.</Trans>
        </p>
      )}
      <ul className={styles.queue}>
        {actions.map((action) => {
          const name = NAMES[action.command]
          return (
            <li key={action.id}>
              <b>{name ? i18n._(name) : action.command}</b>
              <p>{subject(action)}</p>
              <p className={styles.reason}>{action.reason}</p>
              <div className={styles.row}>
                {action.again && (
                  <Button kind="quiet" size="small" onClick={() => void sendAnyway(action.id)}>
                    <Trans>Send it</Trans>
                  </Button>
                )}
                <Button kind="danger" size="small" onClick={() => void discard(action.id)}>
                  <Trans>Discard</Trans>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
