import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import { asksOf, receiveGift, refuseGift, type ShownGift } from '#data/gifts.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { ActionQuestion } from '../../../-shared/outbox/actionQuestion.tsx'
import { ConfirmDialog, RefusalDialog } from './dialogs.tsx'
import styles from './gift.module.css'
import { StateTag } from './sentGift.tsx'
import { Ribbon, Thumb } from './thumb.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberLabel } from './useMemberLabel.ts'

/** Returns the label of the sender: name, else email address. */
const useSender = ({ sender }: ShownGift) => useMemberLabel()(sender.name || sender.id)

/** Renders a received gift: to be answered, or how it ended. */
export function ReceivedGift({ gift }: { gift: ShownGift }) {
  return gift.state === 'sent' && gift.wish === null ? <Unanswered gift={gift} /> : <Answered gift={gift} />
}

/** Renders a wrapped pass with its two answers, each with a confirmation. */
function Unanswered({ gift }: { gift: ShownGift }) {
  const { inner: sender } = useSender(gift)
  const product = gift.passType
  const showResult = useQueuedToast()
  const [asking, setAsking] = useState<'accept' | 'decline' | null>(null)
  const answer = async (how: typeof receiveGift) => {
    setAsking(null)
    await showResult(how(gift.giftUid))
  }
  return (
    <li className={styles.card} data-gift="unanswered">
      <div className={styles.wrap} data-product={gift.passType}>
        <span className={styles.scene}>
          <PrintScene product={gift.passType} />
        </span>
        <Ribbon />
        <p>
          <strong>{gift.passType}</strong>
          {gift.medium === 'card' ? <Trans>Card pass</Trans> : <Trans>Mobile pass</Trans>}
        </p>
      </div>
      <div className={styles.paper}>
        <h2>
          <Trans>A pass from {sender}</Trans>
        </h2>
        {gift.message && <blockquote>{gift.message}</blockquote>}
        <p>
          <Trans>If you accept, the pass is yours. Its time starts with your first entry.</Trans>
        </p>
        <div className={styles.answers}>
          <Button kind="outline" onClick={() => setAsking('decline')}>
            <Trans>Decline</Trans>
          </Button>
          <Button onClick={() => setAsking('accept')}>
            <Trans>Accept</Trans>
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking === 'accept'}
        onClose={() => setAsking(null)}
        title={<Trans>Accept this gift?</Trans>}
        confirmLabel={<Trans>Accept</Trans>}
        onConfirm={() => void answer(receiveGift)}
      >
        <p>
          <Trans>
            The {product} pass from {sender} will be added to My Pass, unless the gift is cancelled before your answer
            reaches us.
          </Trans>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'decline'}
        onClose={() => setAsking(null)}
        title={<Trans>Decline this gift?</Trans>}
        confirmLabel={<Trans>Decline</Trans>}
        danger
        onConfirm={() => void answer(refuseGift)}
      >
        <p>
          <Trans>The pass goes back to {sender}. This cannot be undone.</Trans>
        </p>
      </ConfirmDialog>
    </li>
  )
}

function Answered({ gift }: { gift: ShownGift }) {
  const { inner: sender } = useSender(gift)
  const [why, setWhy] = useState(false)
  const { wish } = gift
  const refused = wish?.waiting === 'refused'
  const asks = asksOf(gift)
  const isAccepted = gift.state === 'accepted' || (wish?.to === 'accepted' && !refused && !asks)
  return (
    <li className={styles.row} data-gift={gift.state}>
      <Thumb passType={gift.passType} faded={!isAccepted} />
      <div className={styles.words}>
        <strong>
          <Trans>From {sender}</Trans>
        </strong>
        <p>
          <Line gift={gift} />
        </p>
        {asks ? (
          <WaitingChip state="refused" to="/myPage/outbox" />
        ) : wish ? (
          <WaitingChip state={wish.waiting} onExplain={refused ? () => setWhy(true) : undefined} />
        ) : (
          <StateTag state={gift.state} />
        )}
      </div>
      {wish && refused && (
        <RefusalDialog action={wish.id} open={why} onClose={() => setWhy(false)}>
          <Line gift={gift} />
        </RefusalDialog>
      )}
    </li>
  )
}

/** Renders the state of a gift; for a refused answer its reason, the specific one if the end of the gift is known. */
function Line({ gift }: { gift: ShownGift }): ReactNode {
  const errorText = useErrorText()
  const { zone } = useFormat()
  const { wish } = gift
  const refused = wish?.waiting === 'refused'
  const asks = asksOf(gift)
  if (asks) return <ActionQuestion why={asks} />
  // Not always the sender's cancellation: an offline entry with the pass ends its gift too.
  if (refused && gift.state === 'cancelled') return <Trans>The gift was cancelled before your answer reached us.</Trans>
  if (refused && gift.state === 'sent') return errorText(wish.code ?? 'UNKNOWN')
  if (wish && !refused)
    return wish.to === 'accepted' ? (
      <Trans>You chose to accept the gift</Trans>
    ) : (
      <Trans>You chose to decline the gift</Trans>
    )
  const at = gift.endedAt ?? gift.sentAt
  const when = `${zone.home.date(at, 'short')} ${zone.home.time(at)}`
  switch (gift.state) {
    case 'accepted':
      return <Trans>Added to My Pass, {when}</Trans>
    case 'declined':
      return <Trans>Returned to the sender, {when}</Trans>
    case 'cancelled':
      return <Trans>Cancelled, {when}</Trans>
    case 'sent':
      return null
  }
}
