import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { sendGift, sendGiftWithProof } from '#data/gifts.ts'
import { offeredProof, type MemberProof as Proof } from '#data/ownCode.ts'
import { Email } from '#ui/email.tsx'
import { useSecondsLeft } from '../../../-shared/countdown.tsx'
import { NewCodeLabel } from '../../../-shared/mailedCode.tsx'
import { ConfirmDialog } from './dialogs.tsx'
import { MemberProof } from './memberProof.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberProof } from './useMemberProof.ts'

export interface GiftToSend {
  passUid: string
  product: string
  /** The recipient's email address. */
  email: string
  message: string
  /** Required proof when this phone does not draw the pass's codes; else null. */
  proof: Proof | null
}

interface Props {
  /** Null closes the dialog. */
  gift: GiftToSend | null
  /** Email address of the member. */
  own: string
  onClose: () => void
  onSent: () => Promise<void>
}

/**
 * Renders the confirmation before a gift is sent. For a pass that is set up elsewhere it also asks for the password or
 * a mailed code (L5).
 */
export function SendDialog({ gift, own, onClose, onSent }: Props) {
  const showQueued = useQueuedToast()
  const [demanded, setDemanded] = useState<Proof | null>(null)
  const [busy, setBusy] = useState(false)
  const required = demanded ?? gift?.proof ?? null
  const proof = useMemberProof(required)
  const wait = useSecondsLeft(proof.sent?.resendAt ?? 0)
  const product = gift?.product
  const recipient = gift?.email

  const close = () => {
    setDemanded(null)
    proof.clear()
    onClose()
  }
  const send = async () => {
    if (busy || !gift) return
    if (proof.awaitsMail) {
      if (wait === 0) await proof.mail()
      return
    }
    const typed = required && proof.readProof()
    if (required && !typed) return
    const { passUid, email: id, message } = gift
    const form = { passUid, id, ...(message && { message }) }
    setBusy(true)
    const outcome = await (typed ? sendGiftWithProof(form, typed) : sendGift(form))
    if (!outcome.ok && outcome.code === 'E_GIFT_PROOF') setDemanded(await offeredProof())
    setBusy(false)
    if (!outcome.ok && outcome.code === 'E_GIFT_PROOF') return
    if (!outcome.ok && typed) return proof.refuse(outcome)
    if (!typed) await showQueued(Promise.resolve(outcome))
    close()
    if (outcome.ok) await onSent()
  }
  return (
    <ConfirmDialog
      open={gift !== null}
      onClose={close}
      title={<Trans>Send this pass?</Trans>}
      confirmLabel={
        !proof.awaitsMail ? (
          <Trans>Send as a gift</Trans>
        ) : proof.sent ? (
          <NewCodeLabel wait={wait} />
        ) : (
          <Trans>Send the code</Trans>
        )
      }
      busy={busy || proof.isMailing}
      disabled={proof.awaitsMail && wait > 0}
      onConfirm={() => void send()}
    >
      <p>
        <Trans>
          You are sending the {product} pass to <Email>{recipient}</Email>. Check the address: once they accept, you
          cannot get the pass back.
        </Trans>
      </p>
      {required && <MemberProof state={proof} required={required} own={own} onEnter={() => void send()} />}
    </ConfirmDialog>
  )
}
