import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { showOnThisPhone } from '#data/myPass.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { expectCode } from './focusAfterBind.ts'
import { useIsComputer } from '#ui/useMedia.ts'
import { PasswordProof } from '../../-shared/passwordProof.tsx'
import { PhoneLinkButton } from '../../-shared/phoneLink/phoneLinkButton.tsx'

/**
 * Renders the button that binds a pass to this phone. With `move` (bound elsewhere) it asks for the password first. On a
 * computer the main button puts the pass on the member's phone, and this one comes second (decision 0142).
 */
export function BindButton({ passUid, move }: { passUid: string; move: boolean }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const isComputer = useIsComputer()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FailedOutcome | null>(null)

  const bind = async (withPassword?: string) => {
    setBusy(true)
    setRefused(null)
    const stopExpecting = expectCode(passUid)
    const outcome = await showOnThisPhone(passUid, withPassword)
    setBusy(false)
    if (outcome.ok) setConfirming(false)
    else {
      stopExpecting()
      setRefused(outcome)
      // Bound elsewhere since the mirror was updated: now ask for the password.
      if (outcome.code === 'E_PASS_ELSEWHERE') setConfirming(true)
    }
  }
  return (
    <>
      {isComputer && <PhoneLinkButton passUid={passUid} />}
      <Button
        {...(isComputer ? { kind: 'quiet', size: 'small' } : { icon: Smartphone })}
        busy={busy && !isConfirming}
        onClick={() => (move ? setConfirming(true) : void bind())}
      >
        {isComputer ? (
          <Trans>Show it on this computer instead</Trans>
        ) : move ? (
          <Trans>Move to this phone</Trans>
        ) : (
          <Trans>Show on this phone</Trans>
        )}
      </Button>
      {refused && !isConfirming && <p role="alert">{errorText(refused)}</p>}
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={isComputer ? t`Move to this computer` : t`Move to this phone`}
      >
        <PasswordProof
          text={
            <Trans>
              If this pass works on another phone or in another browser, it will stop working there. You can move a pass
              up to three times in 24 hours.
            </Trans>
          }
          action={isComputer ? <Trans>Move to this computer</Trans> : <Trans>Move to this phone</Trans>}
          busy={busy}
          error={refused ? errorText(refused) : undefined}
          onSubmit={(password) => void bind(password)}
        />
      </Dialog>
    </>
  )
}
