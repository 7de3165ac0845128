import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Clock, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { asksOf, cancelGift, type QueuedGift, type ShownGift } from '#data/gifts.ts'
import { useOnline } from '#data/online.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Tag, WaitingChip } from '#ui/tag.tsx'
import { ActionQuestion } from '../../../-shared/outbox/actionQuestion.tsx'
import { ConfirmDialog, RefusalDialog } from './dialogs.tsx'
import styles from './gift.module.css'
import { Thumb } from './thumb.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberLabel } from './useMemberLabel.ts'

/** Renders a sent gift: recipient, state, and a button to cancel it while that is possible. */
export function SentGift({ gift }: { gift: ShownGift | QueuedGift }) {
  const { t } = useLingui()
  const showQueued = useQueuedToast()
  const [asking, setAsking] = useState(false)
  const [why, setWhy] = useState(false)
  const queued = gift.state === 'queued'
  const { wish } = gift
  /** The queued or refused action: the cancellation, else the gift itself. */
  const action = wish ?? (queued ? gift : null)
  const refused = action?.waiting === 'refused'
  const asks = asksOf(gift)
  const open = gift.state === 'sent' || (queued && gift.waiting !== 'refused')
  const { initial, inner: recipient } = useMemberLabel()(gift.recipient.id)

  const cancel = async () => {
    setAsking(false)
    await showQueued(cancelGift({ passUid: gift.passUid, giftUid: queued ? null : gift.giftUid }))
  }
  return (
    <li className={styles.row} data-gift={gift.state}>
      {gift.passType && (
        <Thumb passType={gift.passType} faded={gift.state === 'declined' || gift.state === 'cancelled'} />
      )}
      <div className={styles.words}>
        <strong>{initial}</strong>
        <p>
          <Line gift={gift} />
        </p>
        {gift.message && <p className={styles.message}>{gift.message}</p>}
        {asks ? (
          <WaitingChip state="refused" to="/myPage/outbox" />
        ) : action ? (
          <WaitingChip state={action.waiting} onExplain={refused ? () => setWhy(true) : undefined} />
        ) : (
          gift.state !== 'queued' && <StateTag state={gift.state} />
        )}
      </div>
      {open && (!wish || refused || asks) && (
        <Button kind="danger" size="small" onClick={() => setAsking(true)} aria-label={t`Cancel gift to ${recipient}`}>
          <Trans>Cancel gift</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans>Cancel this gift?</Trans>}
        confirmLabel={<Trans>Cancel gift</Trans>}
        danger
        onConfirm={() => void cancel()}
      >
        <p>
          <Trans>You will keep the pass, unless {recipient} accepts it before your cancellation reaches us.</Trans>
        </p>
      </ConfirmDialog>
      {action && refused && (
        <RefusalDialog action={action.id} open={why} onClose={() => setWhy(false)}>
          <Line gift={gift} />
        </RefusalDialog>
      )}
    </li>
  )
}

/**
 * Renders the state of a gift; for a refused cancellation its reason, the specific one if the end of the gift is known.
 */
function Line({ gift }: { gift: ShownGift | QueuedGift }): ReactNode {
  const errorText = useErrorText()
  const { zone } = useFormat()
  const { wish } = gift
  const refused = wish?.waiting === 'refused'
  const asks = asksOf(gift)
  if (asks) return <ActionQuestion why={asks} />
  if (refused && gift.state === 'accepted')
    return <Trans>This gift has already been accepted, so it can no longer be cancelled.</Trans>
  const isEnded = gift.state === 'declined' || gift.state === 'cancelled'
  if (refused && !isEnded) return errorText(wish.code ?? 'UNKNOWN')
  if (wish && !refused) return <Trans>Cancelling the gift</Trans>
  const at = gift.state === 'queued' || gift.endedAt === null ? gift.sentAt : gift.endedAt
  const when = `${zone.home.date(at, 'short')} ${zone.home.time(at)}`
  switch (gift.state) {
    case 'queued':
      return <QueuedLine gift={gift} />
    case 'sent':
      return <Trans>Sent {when}</Trans>
    case 'accepted':
      return <Trans>Accepted, {when}. The pass went to the recipient.</Trans>
    case 'declined':
      return <Trans>Declined, {when}. The pass was returned to you.</Trans>
    case 'cancelled':
      return <Trans>Cancelled, {when}. You kept the pass.</Trans>
  }
}

/** Renders why a gift was refused, or what a queued gift waits for. */
function QueuedLine({ gift: { waiting, code, asksAt } }: { gift: QueuedGift }): ReactNode {
  const errorText = useErrorText()
  const online = useOnline()
  const now = useNow(MINUTE_MS)
  const willAsk = asksAt !== null && now > asksAt
  if (waiting === 'refused') return errorText(code ?? 'UNKNOWN')
  if (!online && !willAsk) return <Trans>Will be sent when you are online</Trans>
  return waiting === 'sending' ? <Trans>Sending the gift</Trans> : <Trans>Waiting to send</Trans>
}

/** Renders the state of a gift as a tag. */
export function StateTag({ state }: { state: ShownGift['state'] }) {
  switch (state) {
    case 'sent':
      return (
        <Tag tone="harbour" icon={Clock}>
          <Trans>Waiting for an answer</Trans>
        </Tag>
      )
    case 'accepted':
      return (
        <Tag tone="kelp" icon={Check}>
          <Trans>Accepted</Trans>
        </Tag>
      )
    case 'declined':
      return (
        <Tag icon={Undo2}>
          <Trans>Declined</Trans>
        </Tag>
      )
    case 'cancelled':
      return (
        <Tag icon={Undo2}>
          <Trans>Gift cancelled</Trans>
        </Tag>
      )
  }
}
