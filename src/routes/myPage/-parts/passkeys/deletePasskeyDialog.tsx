import { Trans, useLingui } from '@lingui/react/macro'
import { deletePasskey, type OwnPasskey } from '#data/passkeys.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from '../account/account.module.css'
import { ProofForm } from '../gift/proofForm.tsx'

interface Props {
  /** The passkey to delete; null: closed. */
  passkey: OwnPasskey | null
  nameOf: (passkey: OwnPasskey) => string
  onClose: () => void
  onDeleted: () => void
  email: string
}

/** Renders the confirmation of deleting a passkey, against the password or a mailed code. */
export function DeletePasskeyDialog({ passkey, nameOf, onClose, onDeleted, email }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  return (
    <Dialog open={passkey !== null} onClose={onClose} title={t`Delete this passkey?`}>
      {passkey && (
        <div className={styles.stack}>
          <p>
            <strong>{nameOf(passkey)}</strong>
          </p>
          <p>
            <Trans>
              You will no longer be able to sign in with it. Your device may still list it until you also remove it in
              the device’s password settings.
            </Trans>
          </p>
          <ProofForm
            purpose="passkey"
            own={email}
            danger
            reasons={{
              offline: <Trans>You are offline. You need a connection to delete a passkey.</Trans>,
              password: <Trans>Enter your password so that nobody else can delete this passkey.</Trans>,
              code: (
                <Trans>
                  Enter the code that we will email to <Email>{email}</Email> so that nobody else can delete this
                  passkey.
                </Trans>
              ),
            }}
            onProof={async (typed) => {
              const outcome = await deletePasskey(passkey.passkeyUid, typed)
              if (!outcome.ok) return outcome
              toast({ text: t`The passkey was deleted.` })
              onDeleted()
              return null
            }}
          >
            <Trans>Delete passkey</Trans>
          </ProofForm>
        </div>
      )}
    </Dialog>
  )
}
