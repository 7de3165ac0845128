import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '#data/outcome.ts'
import { signOutOthers } from '#data/signIn.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { CodePicture } from '../codePicture.tsx'
import { Countdown } from '../countdown.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { PasswordProof } from '../passwordProof.tsx'
import styles from './phoneLink.module.css'
import { usePhoneLink, type PhoneLinkState } from './usePhoneLink.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** The pass that the phone is to show; undefined: only sign the phone in. */
  passUid?: string | undefined
}

/** Renders the dialog that signs a phone in by a QR code, and puts a pass on it (decision 0142). */
export function PhoneLinkDialog({ open, onClose, passUid }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={passUid === undefined ? t`Sign in on your phone` : t`Put it on your phone`}
    >
      <Steps passUid={passUid} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ passUid, onClose }: Pick<Props, 'passUid' | 'onClose'>) {
  const state = usePhoneLink(passUid)
  const { link, progress, failure, create } = state
  useEffect(() => {
    void create()
    // Once for each opening of the dialog.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const ref = useRef<HTMLDivElement>(null)
  const isProofNeeded = failure?.code === 'E_LINK_PROOF' || failure?.code === 'E_PASSWORD_MISMATCH'
  // The pressed button is gone with its step, and the focus with it.
  useEffect(() => {
    if (!ref.current?.closest('dialog')?.contains(document.activeElement)) ref.current?.focus()
  }, [progress.state, isProofNeeded])
  return (
    <div ref={ref} tabIndex={-1} className={styles.steps} aria-live="polite">
      {isProofNeeded ? (
        <Proof state={state} />
      ) : failure && !link ? (
        <Failed state={state} />
      ) : progress.state === 'opened' ? (
        <Done hasPass={passUid !== undefined} onClose={onClose} />
      ) : progress.state === 'over' ? (
        <Over state={state} />
      ) : progress.state === 'offered' ? (
        <Scan state={state} />
      ) : (
        <Compare state={state} />
      )}
    </div>
  )
}

function Scan({ state: { link } }: { state: PhoneLinkState }) {
  const { t } = useLingui()
  return (
    <>
      <div className={styles.scan}>
        <div className={styles.code} data-link={link?.id}>
          {link && <CodePicture code={link.code} label={t`QR code that signs in your phone`} />}
        </div>
        <ol className={styles.list}>
          <li>
            <Trans>Open your phone’s camera.</Trans>
          </li>
          <li>
            <Trans>Point it at this code, and open the link.</Trans>
          </li>
          <li>
            <Trans>Choose the number that your phone shows.</Trans>
          </li>
        </ol>
      </div>
      <p className={styles.note}>
        <Trans>Only for your own phone: the code signs one phone in to your account.</Trans>
        <SentenceSpace />
        {link && <Countdown until={link.expiresAt} />}
      </p>
    </>
  )
}

function Compare({ state: { progress, failure, busy, confirm } }: { state: PhoneLinkState }) {
  const phone = progress.label
  if (progress.numbers === null)
    return (
      <p role="status">
        <Trans>Signing in on your phone…</Trans>
      </p>
    )
  return (
    <>
      <p>
        {phone === null ? <Trans>A phone has scanned the code.</Trans> : <Trans>{phone} has scanned the code.</Trans>}
      </p>
      <h3>
        <Trans>Which number does your phone show?</Trans>
      </h3>
      <FailureBanner failure={failure} />
      <div className={styles.numbers}>
        {progress.numbers.map((number) => (
          <Button key={number} kind="outline" aria-disabled={busy} onClick={() => void confirm(number)}>
            {number}
          </Button>
        ))}
      </div>
      <Button kind="quiet" aria-disabled={busy} onClick={() => void confirm(null)}>
        <Trans>None of these</Trans>
      </Button>
    </>
  )
}

function Over({ state: { failure, create, busy } }: { state: PhoneLinkState }) {
  return (
    <>
      <p>
        <Trans>This code no longer works. Make a new one to try again.</Trans>
      </p>
      <FailureBanner failure={failure} />
      <Button busy={busy} full onClick={() => void create()}>
        <Trans>New code</Trans>
      </Button>
    </>
  )
}

function Failed({ state: { failure, create, busy } }: { state: PhoneLinkState }) {
  const errorText = useErrorText()
  return (
    <>
      <p role="alert">{failure && errorText(failure)}</p>
      <Button busy={busy} full onClick={() => void create()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}

function Proof({ state: { failure, create, busy } }: { state: PhoneLinkState }) {
  const errorText = useErrorText()
  return (
    <PasswordProof
      className={styles.steps}
      text={<Trans>Enter your password to sign in on your phone.</Trans>}
      action={<Trans>Continue</Trans>}
      busy={busy}
      error={failure && failure.code !== 'E_LINK_PROOF' ? errorText(failure) : undefined}
      onSubmit={(password) => void create(password)}
    />
  )
}

function Done({ hasPass, onClose }: { hasPass: boolean; onClose: () => void }) {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [undone, setUndone] = useState<Outcome<null> | null>(null)
  const undo = async () => {
    setBusy(true)
    setUndone(await signOutOthers())
    setBusy(false)
  }
  if (undone?.ok)
    return (
      <p role="status">
        <Trans>
          All other devices have been signed out. Passes set up on them and all copies in wallet apps no longer work.
        </Trans>
      </p>
    )
  return (
    <>
      <p className={styles.done}>
        <Icon of={CircleCheck} />
        {hasPass ? (
          <Trans>Your phone is signed in and is opening your pass. Check that the QR code appears on your phone.</Trans>
        ) : (
          <Trans>Your phone is signed in.</Trans>
        )}
      </p>
      {undone && <p role="alert">{errorText(undone)}</p>}
      <Button full onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
      <Button kind="quiet" busy={busy} onClick={() => void undo()}>
        <Trans>Not your phone? Sign out all other devices</Trans>
      </Button>
    </>
  )
}
