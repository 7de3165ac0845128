import { Trans, useLingui } from '@lingui/react/macro'
import { Expand, Gift } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isClaimed } from '#contract/rules/passState.ts'
import { useLiveCode, usePassWatch, type ShownPass } from '#data/myPass.ts'
import { useNow } from '#data/clock.ts'
import { isBoundToThisPhone } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useIsComputer } from '#ui/useMedia.ts'
import { BindButton } from './bindButton.tsx'
import { CodePicture } from '../../-shared/codePicture.tsx'
import { lazyDialog, lazyPart } from '../../-shared/lazyPart.tsx'
import { NextIn, Ring } from './code.tsx'
import { useExpectedCode } from './focusAfterBind.ts'
import { useFullScreen } from './fullScreen.ts'
import { useOnLanded } from './landing/landingArea.tsx'
import { State } from './passSky.tsx'
import styles from './passStub.module.css'
import { Portholes } from './portholes.tsx'
import { SavingsLine } from './savingsLine.tsx'
import { SouvenirButton } from './souvenirButton.tsx'
import { isStale, type PassView } from './passView.ts'

const WalletButtons = lazyPart(async () => (await import('./wallet/walletButtons.tsx')).WalletButtons)
const OneTimeDialog = lazyDialog(async () => (await import('./oneTime/oneTimeDialog.tsx')).OneTimeDialog)

interface Props {
  pass: ShownPass
  view: PassView
  deviceUid: string | null
}

/** Renders the lower half of a pass: the code, or why there is none, and the portholes. */
export function PassStub({ pass, view, deviceUid }: Props) {
  return (
    <div className={styles.stub} data-theme="light">
      {view.phase === 'over' ? (
        <Reason>
          <strong>
            <State state={view.state} />
          </strong>
          <Trans>This pass cannot be used for entry.</Trans>
          {pass.admissions.length > 0 && <SouvenirButton pass={pass} />}
        </Reason>
      ) : pass.gift !== null ? (
        <Reason>
          <strong>
            <Trans>Gift pending</Trans>
          </strong>
          {pass.gift === 'given' ? (
            <Trans>
              This pass cannot be used for entry while the gift is pending. To use the pass yourself, cancel the gift.
            </Trans>
          ) : (
            <Trans>
              Cancelling the gift. Once the cancellation is sent, you can use this pass for entry again, unless the gift
              has already been accepted.
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
          <LinkButton to="/myPage/realCard" kind="outline" size="small">
            <Trans>My card passes</Trans>
          </LinkButton>
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
          {pass.deviceUid !== null && <OneTime pass={pass} />}
        </Reason>
      )}
      <Portholes pass={pass} over={view.phase === 'over'} />
      {pass.admissions.length > 0 && <SavingsLine pass={pass} />}
      {view.phase !== 'over' && pass.gift === null && !isClaimed(pass) && pass.wallets && <WalletButtons pass={pass} />}
    </div>
  )
}

/** Renders the way in without the phone that shows the pass: a code to show or to read aloud (decision 0170). */
function OneTime({ pass }: { pass: ShownPass }) {
  const [open, setOpen] = useState(false)
  const { state } = useSession()
  if (state !== 'member') return null
  return (
    <>
      <Button kind="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Lost your phone? Get a one-time entry code</Trans>
      </Button>
      <OneTimeDialog open={open} onClose={() => setOpen(false)} pass={pass} />
    </>
  )
}

/** Renders the stub's placeholder, into which the start-up script draws the stored code. */
export function StubFrame() {
  return (
    <div className={styles.stub} data-theme="light">
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
  const codeRef = useExpectedCode(pass.passUid)
  const fullScreen = useFullScreen()
  const isComputer = useIsComputer()
  const code = useLiveCode(pass.passUid)
  const product = pass.passType
  const now = useNow(1000)
  const { state } = useSession()
  const isOver = isStale(pass, now)
  // The code has done its work, and hides the stamp.
  useOnLanded(() => {
    if (fullScreen.passUid === pass.passUid) fullScreen.close()
  })
  usePassWatch(code !== null && !isOver)
  if (isOver)
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
        ref={codeRef}
        type="button"
        className={styles.code}
        onClick={() => fullScreen.open(pass.passUid)}
        aria-label={t`Enlarge the QR code`}
        data-live={code.live}
      >
        <CodePicture code={code} label={t`QR code of your ${product} pass`} />
        <Ring code={code} now={now} />
      </button>
      <p className={styles.hint}>
        <Icon of={Expand} size={16} />
        {isComputer ? <Trans>Click to enlarge</Trans> : <Trans>Tap to enlarge</Trans>}
        {code.live && (
          <>
            <span className={styles.dot} aria-hidden>
              ·
            </span>
            <NextIn code={code} now={now} />
          </>
        )}
      </p>
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
