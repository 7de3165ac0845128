import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Clock, MailOpen, TimerOff, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { GiftState } from '#contract/rules/gift.ts'
import type { GiftLink } from '#data/giftLinks.ts'
import { asksOf, cancelGift, exactStateOf, type QueuedGift, type ShownGift } from '#data/gifts.ts'
import { useOnline } from '#data/online.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email.tsx'
import { Tag, WaitingChip } from '#ui/tag.tsx'
import { ActionQuestion } from '../../../-shared/outbox/actionQuestion.tsx'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import styles from './gift.module.css'
import { LinkDialog } from './linkDialog.tsx'
import { RefusalDialog } from './refusalDialog.tsx'
import { Thumb } from './thumb.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberLabel } from './useMemberLabel.ts'

/**
 * Renders a sent gift: recipient, state, and a button to cancel it while that is possible. `keys`: the keys of the links
 * that this phone has made, by their hash.
 */
export function SentGift({ gift, keys }: { gift: ShownGift | QueuedGift; keys: Readonly<Record<string, string>> }) {
  const { t } = useLingui()
  const showQueued = useQueuedToast()
  const [isConfirming, setConfirming] = useState(false)
  const [why, setWhy] = useState(false)
  const queued = gift.state === 'queued'
  const { wish } = gift
  /** The queued or refused action: the cancellation, else the gift itself. */
  const action = wish ?? (queued ? gift : null)
  const refused = action?.waiting === 'refused'
  const asks = asksOf(gift)
  const open = gift.state === 'sent' || (queued && gift.waiting !== 'refused')
  const { initial, inner: recipient } = useMemberLabel()(gift.recipient.id)
  const link = queued ? undefined : gift.link
  const key = link && keys[link.hash]
  const [shownLink, showLink] = useState<GiftLink | null>(null)

  const cancel = async () => {
    setConfirming(false)
    await showQueued(cancelGift({ passUid: gift.passUid, giftUid: queued ? null : gift.giftUid }))
  }
  return (
    <li className={styles.row} data-gift={gift.state}>
      {gift.passType && (
        <Thumb passType={gift.passType} faded={gift.state === 'declined' || gift.state === 'cancelled'} />
      )}
      <div className={styles.words}>
        <strong>{link ? <Trans>By link</Trans> : <EmailText>{initial}</EmailText>}</strong>
        <p>
          <Line gift={gift} />
        </p>
        {gift.message && <p className={styles.message}>{gift.message}</p>}
        {asks ? (
          <WaitingChip state="refused" to="/myPage/outbox" />
        ) : action ? (
          <WaitingChip state={action.waiting} onExplain={refused ? () => setWhy(true) : undefined} />
        ) : (
          gift.state !== 'queued' && <StateTag state={exactStateOf(gift)} link={gift.link} />
        )}
      </div>
      {open && (!wish || refused || asks) && (
        <div className={styles.buttons}>
          {link && key !== undefined && (
            <Button kind="quiet" size="small" onClick={() => showLink({ key, expiresAt: link.expiresAt })}>
              <Trans>Show link</Trans>
            </Button>
          )}
          <Button
            kind="danger"
            size="small"
            onClick={() => setConfirming(true)}
            aria-label={link ? t`Cancel gift sent by link` : t`Cancel gift to ${recipient}`}
          >
            <Trans>Cancel gift</Trans>
          </Button>
        </div>
      )}
      <LinkDialog link={shownLink} onClose={() => showLink(null)} />
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={<Trans>Cancel this gift?</Trans>}
        confirmLabel={<Trans>Cancel gift</Trans>}
        danger
        onConfirm={() => void cancel()}
      >
        <p>
          {link ? (
            <Trans>You will keep the pass, unless someone accepts it before your cancellation reaches us.</Trans>
          ) : (
            <Trans>You will keep the pass, unless {recipient} accepts it before your cancellation reaches us.</Trans>
          )}
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
  if (gift.state === 'queued') return <QueuedLine gift={gift} />
  switch (exactStateOf(gift)) {
    case 'sent':
      return gift.link ? <LinkLine sent={when} link={gift.link} /> : <Trans>Sent {when}</Trans>
    case 'accepted':
      return <Trans>Accepted, {when}. The pass went to the recipient.</Trans>
    case 'declined':
      return <Trans>Declined, {when}. The pass was returned to you.</Trans>
    case 'cancelled':
      return <Trans>Cancelled, {when}. You kept the pass.</Trans>
    case 'expired':
      return <Trans>Expired, {when}. Nobody accepted the gift, so you kept the pass.</Trans>
  }
}

/** Renders since when a link is there, and how long it still works. */
function LinkLine({ sent: when, link: { expiresAt } }: { sent: string; link: NonNullable<ShownGift['link']> }) {
  const days = Math.max(1, Math.ceil((expiresAt - useNow(MINUTE_MS)) / DAY_MS))
  return (
    <>
      <Trans>Created {when}</Trans>
      <br />
      <Plural value={days} one="# day left" other="# days left" />
    </>
  )
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
export function StateTag({ state, link }: { state: GiftState; link?: ShownGift['link'] | undefined }) {
  switch (state) {
    case 'sent':
      return link?.openedAt != null ? (
        <Tag tone="harbour" icon={MailOpen}>
          <Trans>Opened, not accepted yet</Trans>
        </Tag>
      ) : (
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
    case 'expired':
      return (
        <Tag icon={TimerOff}>
          <Trans>Expired</Trans>
        </Tag>
      )
  }
}
