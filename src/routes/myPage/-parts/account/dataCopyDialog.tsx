import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { getDataCopy } from '#data/dataCopy.ts'
import { useOnline } from '#data/online.ts'
import { offeredProof, type MemberProof as Proof } from '#data/ownCode.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { useToast } from '#ui/useToast.ts'
import { useSecondsLeft } from '../../../-shared/countdown.tsx'
import { NewCodeLabel } from '../../../-shared/mailedCode.tsx'
import { saveFile } from '../../../-shared/saveFile.ts'
import { MemberProof } from '../gift/memberProof.tsx'
import { useMemberProof } from '../gift/useMemberProof.ts'
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
  const online = useOnline()
  const [required, setRequired] = useState<Proof>('password')
  const [busy, setBusy] = useState(false)
  const proof = useMemberProof(required, 'export')
  const wait = useSecondsLeft(proof.sent?.resendAt ?? 0)
  useEffect(() => {
    let isOver = false
    void offeredProof().then((offered) => isOver || setRequired(offered))
    return () => {
      isOver = true
    }
  }, [])
  const save = async () => {
    if (busy || !online) return
    if (proof.awaitsMail) {
      if (wait === 0) await proof.mail()
      return
    }
    const typed = proof.readProof()
    if (!typed) return
    setBusy(true)
    const outcome = await getDataCopy(typed)
    setBusy(false)
    if (!outcome.ok) {
      proof.refuse(outcome)
      return
    }
    saveFile(outcome.data.file, outcome.data.name)
    toast({ text: t`The copy of your data was saved as a file.` })
    onSaved()
  }
  return (
    <div className={styles.stack}>
      <p>
        <Trans>
          The file has your details and consents, orders, passes, reservations, refunds, gifts, coupons, points,
          favourites, reviews, inquiries and sign-ins. Anyone who has the file can read it, so keep it safe.
        </Trans>
      </p>
      <MemberProof
        state={proof}
        required={required}
        own={email}
        onEnter={() => void save()}
        reasons={{
          offline: <Trans>You are offline. You need a connection to get a copy of your data.</Trans>,
          password: <Trans>Enter your password, so that nobody else can get your data.</Trans>,
          code: (
            <Trans>
              Enter the code that we will email to <Email>{email}</Email>, so that nobody else can get your data.
            </Trans>
          ),
        }}
      />
      <Button
        full
        busy={busy || proof.isMailing}
        disabled={!online || (proof.awaitsMail && wait > 0)}
        onClick={() => void save()}
      >
        {!proof.awaitsMail ? (
          <Trans>Save the file</Trans>
        ) : proof.sent ? (
          <NewCodeLabel wait={wait} />
        ) : (
          <Trans>Send the code</Trans>
        )}
      </Button>
    </div>
  )
}
