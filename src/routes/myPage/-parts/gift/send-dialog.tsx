import { Trans } from '@lingui/react/macro'
import { useState, type KeyboardEvent } from 'react'
import { sendGift, sendGiftWithPassword } from '#data/gifts.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { useErrorText } from '#i18n/errors.ts'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Ask } from './dialogs.tsx'
import { useKept } from './useKept.ts'

export interface GiftToSend {
  passUid: string
  product: string
  /** The recipient's email address. */
  email: string
  message: string
  /** This phone does not show the pass. */
  takesPassword: boolean
}

interface Props {
  /** Null: closed. */
  gift: GiftToSend | null
  onClose: () => void
  onSent: () => Promise<void>
}

/** Asks once more before a gift goes; for a pass that another phone shows it asks for the password too. */
export function SendDialog({ gift, onClose, onSent }: Props) {
  const errorText = useErrorText()
  const kept = useKept()
  const [isDemanded, setDemanded] = useState(false)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<OutcomeCode | null>(null)
  const [busy, setBusy] = useState(false)
  const takesPassword = isDemanded || gift?.takesPassword === true
  const product = gift?.product
  const recipient = gift?.email

  const close = () => {
    setDemanded(false)
    setPassword('')
    setRefused(null)
    onClose()
  }
  const send = async () => {
    if (busy || !gift) return
    const { passUid, email: id, message } = gift
    const form = { passUid, id, ...(message && { message }) }
    setBusy(true)
    setRefused(null)
    const outcome = await (takesPassword ? sendGiftWithPassword(form, password) : sendGift(form))
    setBusy(false)
    if (!outcome.ok && outcome.code === 'E_GIFT_PROOF') return setDemanded(true)
    if (!outcome.ok && takesPassword) return setRefused(outcome.code)
    if (!takesPassword) await kept(Promise.resolve(outcome))
    close()
    if (outcome.ok) await onSent()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around this dialog is another one.
    event.preventDefault()
    void send()
  }
  return (
    <Ask
      open={gift !== null}
      onClose={close}
      title={<Trans>Send this pass?</Trans>}
      yes={<Trans>Send as a gift</Trans>}
      busy={busy}
      onYes={() => void send()}
    >
      <p>
        <Trans>
          You are sending the {product} pass to {recipient}. Check the address: once they accept, you cannot get the
          pass back.
        </Trans>
      </p>
      {takesPassword && (
        <>
          <p>
            <Trans>Another phone shows this pass. Enter your password to send it from here.</Trans>
          </p>
          <Field label={<Trans>Password</Trans>} error={refused ? errorText(refused) : undefined}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                onKeyDown={press}
                required
              />
            )}
          </Field>
        </>
      )}
    </Ask>
  )
}
