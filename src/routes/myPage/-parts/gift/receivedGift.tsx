import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { asksOf, exactStateOf, receiveGift, refuseGift, type ShownGift } from '#data/gifts.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { ActionQuestion } from '../../../-shared/outbox/actionQuestion.tsx'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { AcceptDialog } from '../../../-shared/gift/acceptDialog.tsx'
import wrapped from '../../../-shared/gift/wrappedPass.module.css'
import { WrappedPass } from '../../../-shared/gift/wrappedPass.tsx'
import { RefusalDialog } from './refusalDialog.tsx'
import styles from './gift.module.css'
import { StateTag } from './sentGift.tsx'
import { Thumb } from './thumb.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberLabel } from './useMemberLabel.ts'

/** Returns the label of the sender: name, else email address. */
const useSender = ({ sender }: ShownGift) => useMemberLabel()(sender.name || sender.id)

/** Renders a received gift: to be answered, just accepted, or how it ended. */
export function ReceivedGift({ gift }: { gift: ShownGift }) {
  const [isJustAccepted, setJustAccepted] = useState(false)
  const isAccepted = isJustAccepted && isUnwrapped(gift)
  return (gift.state === 'sent' && gift.wish === null) || isAccepted ? (
    <Whole gift={gift} isAccepted={isAccepted} onAccept={() => setJustAccepted(true)} />
  ) : (
    <Answered gift={gift} />
  )
}

/** Returns whether the gift was accepted, by the server or in an action that is on its way there. */
const isUnwrapped = (gift: ShownGift): boolean =>
  gift.state === 'accepted' || (gift.wish?.to === 'accepted' && gift.wish.waiting !== 'refused' && !asksOf(gift))

interface WholeProps {
  gift: ShownGift
  isAccepted: boolean
  onAccept: () => void
}

/** Renders a wrapped pass with its two answers, each with a confirmation. When it is accepted, the ribbon comes off. */
function Whole({ gift, isAccepted, onAccept }: WholeProps) {
  const { inner: sender } = useSender(gift)
  const product = gift.passType
  const heading = useRef<HTMLHeadingElement>(null)
  const showResult = useQueuedToast()
  const [endToConfirm, setEndToConfirm] = useState<'accept' | 'decline' | null>(null)
  const answer = async (how: typeof receiveGift) => {
    setEndToConfirm(null)
    // Before the action is stored: this card stays, and its ribbon comes off.
    if (how === receiveGift) onAccept()
    await showResult(how(gift.giftUid))
  }
  // The button that had the focus is gone.
  useEffect(() => {
    if (isAccepted) heading.current?.focus({ preventScroll: true })
  }, [isAccepted])
  return (
    <li className={wrapped.card} data-gift={isAccepted ? gift.state : 'unanswered'}>
      <WrappedPass passType={gift.passType} medium={gift.medium} isUntied={isAccepted}>
        <h2 ref={heading} tabIndex={-1}>
          <Trans>A pass from {sender}</Trans>
        </h2>
        {gift.message && <blockquote>{gift.message}</blockquote>}
        {isAccepted ? (
          <JustAcceptedGift gift={gift} />
        ) : (
          <>
            <p>
              <Trans>If you accept, the pass is yours. Its time starts with your first entry.</Trans>
            </p>
            <div className={wrapped.answers}>
              <Button kind="outline" onClick={() => setEndToConfirm('decline')}>
                <Trans>Decline</Trans>
              </Button>
              <Button onClick={() => setEndToConfirm('accept')}>
                <Trans>Accept</Trans>
              </Button>
            </div>
          </>
        )}
      </WrappedPass>
      <AcceptDialog
        open={endToConfirm === 'accept'}
        onClose={() => setEndToConfirm(null)}
        onConfirm={() => void answer(receiveGift)}
        passType={product}
        sender={sender}
      />
      <ConfirmDialog
        open={endToConfirm === 'decline'}
        onClose={() => setEndToConfirm(null)}
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

/** Renders what became of a gift that was accepted on this screen, and the way to its pass once that is there. */
function JustAcceptedGift({ gift }: { gift: ShownGift }) {
  const { wish } = gift
  return (
    <>
      <p>
        <Line gift={gift} />
      </p>
      {wish ? (
        <div>
          <WaitingChip state={wish.waiting} />
        </div>
      ) : (
        <>
          <div>
            <StateTag state="accepted" />
          </div>
          <OpenMyPass />
        </>
      )}
    </>
  )
}

function OpenMyPass() {
  return (
    <LinkButton to="/myPage/myPass" full>
      <Trans>Open My Pass</Trans>
    </LinkButton>
  )
}

function Answered({ gift }: { gift: ShownGift }) {
  const { inner: sender } = useSender(gift)
  const [why, setWhy] = useState(false)
  const { wish } = gift
  const refused = wish?.waiting === 'refused'
  const asks = asksOf(gift)
  const isAccepted = isUnwrapped(gift)
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
  switch (exactStateOf(gift)) {
    case 'accepted':
      return <Trans>Added to My Pass, {when}</Trans>
    case 'declined':
      return <Trans>Returned to the sender, {when}</Trans>
    case 'cancelled':
      return <Trans>Cancelled, {when}</Trans>
    case 'sent':
    case 'expired':
      return null
  }
}
