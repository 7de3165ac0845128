import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { makeGiftLink, type GiftLink } from '#data/giftLinks.ts'
import { sendGift, sendGiftWithProof } from '#data/gifts.ts'
import { offeredProof, type MemberProof as Proof } from '#data/ownCode.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Email } from '#ui/email.tsx'
import { useToast } from '#ui/useToast.ts'
import { useSecondsLeft } from '../../../-shared/countdown.tsx'
import { NewCodeLabel } from '../../../-shared/mailedCode.tsx'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { MemberProof, NeedsConnectionText } from './memberProof.tsx'
import { useQueuedToast } from './useQueuedToast.ts'
import { useMemberProof } from './useMemberProof.ts'

export interface GiftToSend {
  passUid: string
  product: string
  /** The recipient's email address; null for a gift by link. */
  email: string | null
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
  /** `link`: the link that was made; null for a gift to an address. */
  onSent: (link: GiftLink | null) => Promise<void>
}

/**
 * Renders the confirmation before a gift is sent or a link is made. For a pass that is set up elsewhere it also asks for the password or
 * a mailed code (L5).
 */
export function SendDialog({ gift, own, onClose, onSent }: Props) {
  const showQueued = useQueuedToast()
  const toast = useToast()
  const errorText = useErrorText()
  const [demanded, setDemanded] = useState<Proof | null>(null)
  const [busy, setBusy] = useState(false)
  const required = demanded ?? gift?.proof ?? null
  const proof = useMemberProof(required, 'gift')
  const wait = useSecondsLeft(proof.sent?.resendAt ?? 0)
  const product = gift?.product
  const recipient = gift?.email
  const isLink = recipient === null

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
    const form = { passUid, ...(message && { message }) }
    setBusy(true)
    const link = id === null ? await makeGiftLink(form, typed) : null
    const delivery =
      id === null ? null : await (typed ? sendGiftWithProof({ ...form, id }, typed) : sendGift({ ...form, id }))
    const outcome = link ?? delivery
    if (!outcome) return
    if (!outcome.ok && outcome.code === 'E_GIFT_PROOF') setDemanded(await offeredProof())
    setBusy(false)
    if (!outcome.ok && outcome.code === 'E_GIFT_PROOF') return
    if (!outcome.ok && typed) return proof.refuse(outcome)
    if (link && !link.ok) toast({ text: errorText(link) })
    if (delivery && !typed) await showQueued(Promise.resolve(delivery))
    close()
    if (outcome.ok) await onSent(link?.ok ? link.data : null)
  }
  return (
    <ConfirmDialog
      open={gift !== null}
      onClose={close}
      title={isLink ? <Trans>Create a gift link?</Trans> : <Trans>Send this pass?</Trans>}
      confirmLabel={
        !proof.awaitsMail ? (
          isLink ? (
            <Trans>Create link</Trans>
          ) : (
            <Trans>Send as a gift</Trans>
          )
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
        {isLink ? (
          <Trans>
            Anyone with the link can accept the {product} pass, and the first to do so gets it. After that, you cannot
            get it back.
          </Trans>
        ) : (
          <Trans>
            You are sending the {product} pass to <Email>{recipient}</Email>. Check the address: once they accept, you
            cannot get the pass back.
          </Trans>
        )}
      </p>
      {required && (
        <MemberProof
          state={proof}
          required={required}
          own={own}
          reasons={{
            offline: <NeedsConnectionText />,
            password: <Trans>This pass is not set up on this device. Enter your password to send it from here.</Trans>,
            code: (
              <Trans>
                This pass is not set up on this device. To send it from here, enter the code that we will email to{' '}
                <Email>{own}</Email>.
              </Trans>
            ),
          }}
        />
      )}
    </ConfirmDialog>
  )
}
