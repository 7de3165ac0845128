import { Trans, useLingui } from '@lingui/react/macro'
import { getDataCopy } from '#data/dataCopy.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { useToast } from '#ui/useToast.ts'
import { saveFile } from '../../../-shared/saveFile.ts'
import { ProofForm } from '../gift/proofForm.tsx'
import styles from './account.module.css'

interface Props {
  open: boolean
  onClose: () => void
  email: string
}

/** Renders the dialog that saves a copy of the member's data, against the password or a mailed code. */
export function DataCopyDialog({ open, onClose, email }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Copy of your data`}>
      <Request email={email} onSaved={onClose} />
    </Dialog>
  )
}

function Request({ email, onSaved }: { email: string; onSaved: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  return (
    <div className={styles.stack}>
      <p>
        <Trans>
          The file has your details and consents, orders, passes, visits, reservations, refunds, gifts, coupons, points,
          favourites, reviews, questions, inquiries, devices and sign-ins. Anyone who has the file can read it, so keep
          it safe.
        </Trans>
      </p>
      <ProofForm
        purpose="export"
        own={email}
        reasons={{
          offline: <Trans>You are offline. You need a connection to get a copy of your data.</Trans>,
          password: <Trans>Enter your password so that nobody else can get your data.</Trans>,
          code: (
            <Trans>
              Enter the code that we will email to <Email>{email}</Email> so that nobody else can get your data.
            </Trans>
          ),
        }}
        onProof={async (typed) => {
          const outcome = await getDataCopy(typed)
          if (!outcome.ok) return outcome
          saveFile(outcome.data.file, outcome.data.name)
          toast({ text: t`The copy of your data was saved as a file.` })
          onSaved()
          return null
        }}
      >
        <Trans>Save the file</Trans>
      </ProofForm>
    </div>
  )
}
