import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ONE_TIME_PER_DAY, ONE_TIME_TTL_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useDrawnText } from '#data/drawnText.ts'
import type { ShownPass } from '#data/myPass.ts'
import { makeOneTimeCode, type OneTimeCode } from '#data/oneTimeCode.ts'
import { useSession } from '#data/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import { Countdown, useSecondsLeft } from '../../../-shared/countdown.tsx'
import { useWakeLock } from '../../../-shared/wakeLock.ts'
import { ProofForm } from '../gift/proofForm.tsx'
import { ComparedName } from '../comparedName.tsx'
import styles from './oneTime.module.css'

interface Props {
  open: boolean
  onClose: () => void
  pass: ShownPass
}

/**
 * Renders the way in for a visitor whose phone with the pass is lost, or has lost its key: a code for ten minutes and one
 * entry, against the password or a mailed code. A code that was made stays while this page is open.
 */
export function OneTimeDialog({ open, onClose, pass }: Props) {
  const { t } = useLingui()
  const [issued, setMade] = useState<OneTimeCode | null>(null)
  return (
    <Dialog open={open} onClose={onClose} title={t`One-time entry code`}>
      {issued ? (
        <Code issued={issued} holder={pass.holder} onAnother={() => setMade(null)} />
      ) : (
        <Request passUid={pass.passUid} onMade={setMade} />
      )}
    </Dialog>
  )
}

function Request({ passUid, onMade }: { passUid: string; onMade: (issued: OneTimeCode) => void }) {
  const minutes = ONE_TIME_TTL_MS / MINUTE_MS
  const own = useSession().user?.email ?? ''
  return (
    <div className={styles.request}>
      <p>
        <Trans>
          The code lets you in once, at one attraction, within {minutes} minutes: get it when you are at the entrance.
          It only works at a gate that has a connection.
        </Trans>
      </p>
      <p>
        <Trans>Staff compare the name on the pass with your passport. Have it ready.</Trans>
      </p>
      <ProofForm
        purpose="one_time"
        own={own}
        reasons={{
          offline: <Trans>You are offline. You need a connection to get a one-time entry code.</Trans>,
          password: <Trans>Enter your password so that nobody else can get a code for your pass.</Trans>,
          code: (
            <Trans>
              Enter the code that we will email to <Email>{own}</Email> so that nobody else can get a code for your
              pass.
            </Trans>
          ),
        }}
        onProof={async (typed) => {
          const outcome = await makeOneTimeCode(passUid, typed)
          if (!outcome.ok) return outcome
          onMade(outcome.data)
          return null
        }}
      >
        <Trans>Show the entry code</Trans>
      </ProofForm>
    </div>
  )
}

function Code({ issued, holder, onAnother }: { issued: OneTimeCode; holder: string; onAnother: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLParagraphElement>(null)
  const drawn = useDrawnText(issued.text)
  const isOver = useSecondsLeft(issued.expiresAt) === 0
  const most = ONE_TIME_PER_DAY
  useWakeLock()
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.code}>
      <p ref={heading} tabIndex={-1} className={styles.left}>
        {isOver ? (
          <strong>
            <Trans>The time for this code is up.</Trans>
          </strong>
        ) : (
          <>
            <Trans>Time left</Trans> <Countdown until={issued.expiresAt} className={styles.clock} />
          </>
        )}
      </p>
      {!isOver && (
        <div className={styles.paper} data-theme="light">
          <div className={styles.picture}>
            {drawn && <CodePicture code={drawn} label={t`QR code of the one-time entry code`} />}
          </div>
          <p className={styles.letters} translate="no">
            {issued.code}
          </p>
          <ComparedName holder={holder}>
            <Trans>Staff compare this name with your passport</Trans>
          </ComparedName>
        </div>
      )}
      <p>
        {isOver ? (
          <Trans>
            This code no longer works, even if you have not used it. You can get up to {most} codes in 24 hours.
          </Trans>
        ) : (
          <Trans>
            Show this code at the gate, or read it aloud. It lets you in once, at one attraction. Do not send it to
            anyone.
          </Trans>
        )}
      </p>
      <Button kind="outline" full onClick={onAnother}>
        <Trans>Get another code</Trans>
      </Button>
    </div>
  )
}
