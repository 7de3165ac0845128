import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useOutbox, type WaitingAction } from '#data/outbox.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { ActionQuestion } from './actionQuestion.tsx'
import styles from './outbox.module.css'
import { useActionLines, useActionName, useRefusalText } from './outboxMessages.ts'

/** Renders the refused and asking actions: text, reason, and what the person can do. */
export function UnsentList() {
  const { refused, asking, discard, sendAnyway } = useOutbox()
  const refusal = useRefusalText()
  return (
    <ul className={styles.list}>
      {refused.map((action) => (
        <Item key={action.id} action={action} why={refusal(action)} whyAt={action.refusedAt}>
          <Discard onClick={() => void discard(action.id)} />
        </Item>
      ))}
      {asking.map((action) => (
        <Item key={action.id} action={action} why={<ActionQuestion why={action.why} />}>
          <Button kind="quiet" size="small" onClick={() => void sendAnyway(action.id)}>
            <Trans>Send it</Trans>
          </Button>
          <Discard onClick={() => void discard(action.id)} />
        </Item>
      ))}
    </ul>
  )
}

/** Renders the waiting actions in the order of intent. */
export function WaitingList() {
  const { actions, discard } = useOutbox()
  return (
    <ul className={styles.list}>
      {actions.map((action) => (
        <Item key={action.id} action={action} chip={<WaitingChip state={action.sending ? 'sending' : 'saved'} />}>
          {/* An action that was tried may have reached the server: discarding it would not undo it. */}
          {!action.tried && <Discard onClick={() => void discard(action.id)} />}
        </Item>
      ))}
    </ul>
  )
}

interface ItemProps {
  action: WaitingAction
  why?: ReactNode
  /** When the server answered with that reason, ms. */
  whyAt?: number | undefined
  chip?: ReactNode
  children: ReactNode
}

function Item({ action, why, whyAt, chip, children }: ItemProps) {
  const { ago } = useFormat()
  const now = useNow(MINUTE_MS)
  const name = useActionName()
  const lines = useActionLines()
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <b>{name(action)}</b>
        <span>{ago(action.writtenAt, now)}</span>
      </p>
      {lines(action).map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      {why && (
        <p className={styles.why}>
          {why}
          {whyAt !== undefined && ` · ${ago(whyAt, now)}`}
        </p>
      )}
      <div className={styles.row}>
        {chip}
        {children}
      </div>
    </li>
  )
}

function Discard({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="danger" size="small" onClick={onClick}>
      <Trans>Discard</Trans>
    </Button>
  )
}
