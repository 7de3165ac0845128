import { Trans, useLingui } from '@lingui/react/macro'
import { Expand, Gift } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isClaimed } from '#contract/rules/passState.ts'
import { useLiveCode, type ShownPass } from '#data/myPass.ts'
import { useNow } from '#data/clock.ts'
import { isBoundToThisPhone } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { passLabel } from '../../-shared/passLabel.ts'
import { BindButton } from './bindButton.tsx'
import { CodeDialog } from './codeDialog.tsx'
import { CodePicture } from '../../-shared/codePicture.tsx'
import { NextIn, Ring } from './code.tsx'
import { State } from './passSky.tsx'
import styles from './passCard.module.css'
import { Portholes } from './portholes.tsx'
import { isStale, type PassView } from './passView.ts'

interface Props {
  pass: ShownPass
  view: PassView
  deviceUid: string | null
}

/** Renders the lower half of a pass: the code, or why there is none, and the portholes. */
export function PassStub({ pass, view, deviceUid }: Props) {
  return (
    <div className={styles.stub}>
      {view.phase === 'over' ? (
        <Reason>
          <strong>
            <State state={view.state} />
          </strong>
          <Trans>This pass cannot be used for entry.</Trans>
        </Reason>
      ) : pass.gift !== null ? (
        <Reason>
          <strong>
            <Trans>Gift pending</Trans>
          </strong>
          {pass.gift === 'given' ? (
            <Trans>This pass cannot be used for entry until you cancel the gift or it is declined.</Trans>
          ) : (
            <Trans>
              Cancelling the gift. Unless it has already been accepted, you can use this pass for entry again once the
              cancellation is sent.
            </Trans>
          )}
          <LinkButton to="/myPage/gift" search={{ type: 'sent' }} icon={Gift}>
            <Trans>Open Gifts</Trans>
          </LinkButton>
        </Reason>
      ) : isClaimed(pass) ? (
        <Reason>
          <strong>
            <Trans>Refund requested</Trans>
          </strong>
          <Trans>This pass cannot be used for entry unless the refund request is denied.</Trans>
        </Reason>
      ) : pass.medium === 'card' ? (
        <Reason>
          <Trans>
            Show the card itself at the gate. If you do not have it yet, collect it at an exchange desk first.
          </Trans>
        </Reason>
      ) : isBoundToThisPhone(pass, deviceUid) ? (
        <Live pass={pass} />
      ) : (
        <Reason>
          {pass.deviceUid === null ? (
            <>
              <strong>
                <Trans>Not set up on a phone yet</Trans>
              </strong>
              <Trans>Each pass works on one phone at a time. Choose the phone you will show at the gate.</Trans>
            </>
          ) : (
            <>
              <strong>
                <Trans>Not set up here</Trans>
              </strong>
              <Trans>This pass has already been set up, for example on another phone or in another browser.</Trans>
            </>
          )}
          <BindButton passUid={pass.passUid} move={pass.deviceUid !== null} />
        </Reason>
      )}
      <Portholes pass={pass} over={view.phase === 'over'} />
    </div>
  )
}

/** Renders the stub's placeholder, into which the start-up script draws the stored code. */
export function StubFrame() {
  return (
    <div className={styles.stub}>
      <div className={styles.code} data-slot="code" />
      <p className={styles.hint} />
    </div>
  )
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={`${styles.code} ${styles.why}`}>{children}</div>
      <p className={styles.hint} />
    </>
  )
}

function Live({ pass }: { pass: ShownPass }) {
  const { t } = useLingui()
  const [large, setLarge] = useState(false)
  const code = useLiveCode(pass.passUid)
  const product = pass.passType
  const now = useNow(1000)
  const { state } = useSession()
  if (isStale(pass, now))
    return (
      <Reason>
        <strong>
          <Trans>This code is too old</Trans>
        </strong>
        {state === 'locked' ? (
          <Trans>Sign in to renew this code.</Trans>
        ) : (
          <Trans>Connect to the internet once to renew this code.</Trans>
        )}
      </Reason>
    )
  if (!code) return <Frame />
  return (
    <>
      <button
        type="button"
        className={styles.code}
        onClick={() => setLarge(true)}
        aria-label={t`Enlarge the QR code`}
        data-live={code.live}
      >
        <CodePicture code={code} label={t`QR code of your ${product} pass`} />
        <Ring code={code} now={now} />
      </button>
      <p className={styles.hint}>
        <Icon of={Expand} size={16} />
        <Trans>Tap to enlarge</Trans>
        {code.live && (
          <>
            <span className={styles.dot} aria-hidden>
              ·
            </span>
            <NextIn code={code} now={now} />
          </>
        )}
      </p>
      {large && (
        <CodeDialog code={code} now={now} product={product} title={passLabel(pass)} onClose={() => setLarge(false)} />
      )}
    </>
  )
}

function Frame() {
  return (
    <>
      <div className={styles.code} />
      <p className={styles.hint}>
        <Trans>Preparing your code</Trans>
      </p>
    </>
  )
}
