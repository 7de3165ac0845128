import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CloudOff, WalletCards } from 'lucide-react'
import { useState } from 'react'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useOnline } from '#data/online.ts'
import { failedOutcome, type FailedOutcome } from '#data/outcome.ts'
import { useSession } from '#data/session.ts'
import { addToWallet, endWalletPass, type WalletProof } from '#data/wallet.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { AnchorButton, Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Email } from '#ui/email.tsx'
import { passLabel } from '../../../-shared/passLabel.ts'
import { safeUrl } from '../../../-shared/payment/paymentRedirect.ts'
import { ProofForm } from '../gift/proofForm.tsx'
import styles from '../oneTime/oneTime.module.css'
import { useWalletName } from './useWalletName.ts'

interface Props {
  open: boolean
  onClose: () => void
  pass: ShownPass
  offered: NonNullable<MyPass['wallets']>[number]
  /** Opens the address that adds the copy. */
  onAddress: (address: string) => void
}

/**
 * Renders the way into a wallet app: first what the copy cannot do, then the proof that a pass on a phone takes. The
 * address that adds the copy opens by itself; a link is there for a browser that did not open it.
 */
export function WalletDialog({ open, onClose, pass, offered, onAddress }: Props) {
  const { t } = useLingui()
  const app = useWalletName(offered.wallet)
  const [address, setAddress] = useState<string | null>(null)
  // It may have been set up on a phone since the mirror was updated.
  const [isElsewhere, setElsewhere] = useState(false)
  const add = async (proof: WalletProof): Promise<FailedOutcome | null> => {
    const outcome = await addToWallet(pass.passUid, offered.wallet, proof)
    if (!outcome.ok) {
      if (outcome.code === 'E_PASS_ELSEWHERE') setElsewhere(true)
      return outcome
    }
    const safe = safeUrl(outcome.data)
    if (safe === null) return failedOutcome('UNKNOWN')
    setAddress(safe)
    onAddress(safe)
    return null
  }
  const action = offered.addedAt === null ? t`Add to ${app}` : t`Add it again`
  const close = () => {
    // The address of a file is good for minutes only.
    setAddress(null)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={app}>
      <div className={styles.request}>
        {address !== null ? (
          <Opened app={app} address={address} />
        ) : (
          <>
            {offered.addedAt !== null && <Present pass={pass} offered={offered} />}
            <Facts app={app} label={passLabel(pass)} />
            {pass.deviceUid === null && !isElsewhere ? (
              <AddButton app={app} onAdd={() => add(null)}>
                {action}
              </AddButton>
            ) : (
              <Proof app={app} onProof={add}>
                {action}
              </Proof>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Facts({ app, label }: { app: string; label: string }) {
  return (
    <>
      <p>
        <Trans>
          This adds a copy of your pass ({label}) to {app}. The copy only works at a gate that has a connection. Staff
          will compare the name on it with your passport.
        </Trans>
      </p>
      <p>
        <Trans>
          Your live code stays in My Pass and works offline once your pass is set up on a phone. The copy is not
          updated. It stops working when you send the pass as a gift, request a refund, change your password, sign out
          all other devices, or sign this device out.
        </Trans>
      </p>
    </>
  )
}

function Opened({ app, address }: { app: string; address: string }) {
  return (
    <>
      <Banner tone="kelp" icon={CircleCheck} role="status">
        <Trans>The copy for {app} is ready.</Trans>
      </Banner>
      <p>
        <Trans>If {app} did not open, use this button within five minutes.</Trans>
      </p>
      <AnchorButton href={address} icon={WalletCards} full>
        <Trans>Open {app}</Trans>
      </AnchorButton>
    </>
  )
}

/** Renders since when the pass is in the app, and what stops that copy. */
function Present({ pass, offered: { wallet, addedAt } }: Pick<Props, 'pass' | 'offered'>) {
  const { zone } = useFormat()
  const app = useWalletName(wallet)
  const online = useOnline()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const date = zone.korea.date(addedAt ?? 0, 'day')
  const stop = async () => {
    setBusy(true)
    setFailure(null)
    const outcome = await endWalletPass(pass.passUid, wallet)
    setBusy(false)
    if (!outcome.ok) setFailure(outcome)
  }
  return (
    <>
      <p>
        <strong>
          <Trans>
            Added to {app} on {date}
          </Trans>
        </strong>
      </p>
      <p>
        <Trans>If you add it again, the earlier copy stops working.</Trans>
      </p>
      {failure && <p role="alert">{errorText(failure)}</p>}
      <Button kind="outline" full busy={busy} disabled={!online} onClick={() => void stop()}>
        <Trans>Turn off this copy</Trans>
      </Button>
    </>
  )
}

interface ProofProps {
  app: string
  onProof: (typed: { password: string } | { code: string }) => Promise<FailedOutcome | null>
  children: string
}

function Proof({ app, onProof, children }: ProofProps) {
  const own = useSession().user?.email ?? ''
  return (
    <ProofForm
      purpose="wallet"
      own={own}
      reasons={{
        offline: <OfflineText app={app} />,
        password: <Trans>Enter your password so that nobody else can make a copy of your pass.</Trans>,
        code: (
          <Trans>
            Enter the code that we will email to <Email>{own}</Email> so that nobody else can make a copy of your pass.
          </Trans>
        ),
      }}
      onProof={onProof}
    >
      {children}
    </ProofForm>
  )
}

function OfflineText({ app }: { app: string }) {
  return <Trans>You are offline. You need a connection to add your pass to {app}.</Trans>
}

interface AddProps {
  app: string
  onAdd: () => Promise<FailedOutcome | null>
  children: string
}

/** Renders the button for a pass that no phone shows: it takes no proof. */
function AddButton({ app, onAdd, children }: AddProps) {
  const online = useOnline()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const add = async () => {
    setBusy(true)
    setFailure(null)
    const refused = await onAdd()
    if (refused) {
      setBusy(false)
      setFailure(refused)
    }
  }
  return (
    <>
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <OfflineText app={app} />
        </Banner>
      )}
      {failure && <p role="alert">{errorText(failure)}</p>}
      <Button full busy={busy} disabled={!online} onClick={() => void add()}>
        {children}
      </Button>
    </>
  )
}
