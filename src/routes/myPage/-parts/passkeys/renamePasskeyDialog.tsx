import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { passkeyName } from '#contract/rules/text.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { renamePasskey, type OwnPasskey } from '#data/passkeys.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { NameForm } from '../../../-shared/nameForm.tsx'
import styles from '../account/account.module.css'

interface Props {
  /** The passkey to name; null: closed. */
  passkey: OwnPasskey | null
  nameOf: (passkey: OwnPasskey) => string
  onClose: () => void
  onRenamed: () => void
}

/** Renders the dialog in which the member names a passkey. */
export function RenamePasskeyDialog({ passkey, nameOf, onClose, onRenamed }: Props) {
  return (
    <Dialog open={passkey !== null} onClose={onClose} title={<Trans>Rename passkey</Trans>}>
      {passkey && <Form passkeyUid={passkey.passkeyUid} name={nameOf(passkey)} onRenamed={onRenamed} />}
    </Dialog>
  )
}

function Form({ passkeyUid, name, onRenamed }: { passkeyUid: string; name: string; onRenamed: () => void }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (next: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const outcome = await renamePasskey(passkeyUid, next)
    setBusy(false)
    if (outcome.ok) onRenamed()
    else setFailure(outcome)
  }
  return (
    <div className={styles.stack}>
      <FailureBanner failure={failure} />
      <NameForm
        id="passkey-name"
        label={t`Passkey name`}
        hint={<Trans>This name helps you tell your passkeys apart.</Trans>}
        placeholder={t`For example, my phone`}
        initial={name}
        parse={passkeyName}
        error={errorText('E_PASS_NAME')}
        busy={isBusy}
        onSave={(next) => void save(next)}
      />
    </div>
  )
}
