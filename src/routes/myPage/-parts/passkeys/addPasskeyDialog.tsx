import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addPasskey, requestAddOptions, type AddOptions } from '#data/passkeys.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import styles from '../account/account.module.css'
import { ProofForm } from '../gift/proofForm.tsx'

interface Props {
  open: boolean
  onClose: () => void
  onAdded: () => void
  email: string
}

/** Renders the dialog that adds a passkey: the proof first, then the browser's own dialog. */
export function AddPasskeyDialog({ open, onClose, onAdded, email }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Add a passkey`}>
      <Steps email={email} onAdded={onAdded} />
    </Dialog>
  )
}

function Steps({ email, onAdded }: { email: string; onAdded: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const [options, setOptions] = useState<AddOptions | null>(null)
  const [result, setResult] = useState<'cancelled' | 'duplicate' | FailedOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)

  const make = async (by: AddOptions): Promise<void> => {
    setBusy(true)
    setResult(null)
    const outcome = await addPasskey(by)
    setBusy(false)
    if (!outcome.ok) setResult(outcome)
    else if (outcome.data === 'added') {
      toast({ text: t`The passkey was added. You can now sign in with it.` })
      onAdded()
    } else setResult(outcome.data)
    // A challenge that has expired needs a new one, and so a new proof.
    if (!outcome.ok && outcome.code === 'E_PASSKEY_EXPIRED') setOptions(null)
  }
  const failure = typeof result === 'object' ? result : null
  if (!options)
    return (
      <div className={styles.stack}>
        <FailureBanner failure={failure} />
        <ProofForm
          purpose="passkey"
          own={email}
          reasons={{
            offline: <Trans>You are offline. You need a connection to add a passkey.</Trans>,
            password: <Trans>Enter your password so that nobody else can add a passkey.</Trans>,
            code: (
              <Trans>
                Enter the code that we will email to <Email>{email}</Email> so that nobody else can add a passkey.
              </Trans>
            ),
          }}
          onProof={async (typed) => {
            setResult(null)
            const outcome = await requestAddOptions(typed)
            if (!outcome.ok) return outcome
            setOptions(outcome.data)
            void make(outcome.data)
            return null
          }}
        >
          <Trans>Continue</Trans>
        </ProofForm>
      </div>
    )
  return (
    <div className={styles.stack}>
      <p>
        <Trans>Your device will ask for your face, fingerprint or screen lock.</Trans>
      </p>
      {result === 'cancelled' && (
        <Banner tone="amber" role="status">
          <Trans>No passkey was created.</Trans>
        </Banner>
      )}
      {result === 'duplicate' && (
        <Banner tone="amber" role="status">
          <Trans>This device already has a passkey for your account. You can sign in with that one.</Trans>
        </Banner>
      )}
      <FailureBanner failure={failure} />
      <Button full busy={isBusy} onClick={() => void make(options)}>
        {result === null ? <Trans>Create passkey</Trans> : <Trans>Try again</Trans>}
      </Button>
    </div>
  )
}
