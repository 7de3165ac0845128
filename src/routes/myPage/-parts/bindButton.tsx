import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { showOnThisPhone } from '#data/myPass.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'

/** Renders the button that binds a pass to this phone. With `move` (bound elsewhere) it asks for the password first. */
export function BindButton({ passUid, move }: { passUid: string; move: boolean }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<FailedOutcome | null>(null)

  const bind = async (withPassword?: string) => {
    setBusy(true)
    setRefused(null)
    const outcome = await showOnThisPhone(passUid, withPassword)
    setBusy(false)
    if (outcome.ok) setAsking(false)
    else {
      setRefused(outcome)
      // Bound elsewhere since the mirror was updated: now ask for the password.
      if (outcome.code === 'E_PASS_ELSEWHERE') setAsking(true)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void bind(password)
  }
  return (
    <>
      <Button icon={Smartphone} busy={busy && !asking} onClick={() => (move ? setAsking(true) : void bind())}>
        {move ? <Trans>Move to this phone</Trans> : <Trans>Show on this phone</Trans>}
      </Button>
      {refused && !asking && <p role="alert">{errorText(refused)}</p>}
      <Dialog open={asking} onClose={() => setAsking(false)} title={t`Move to this phone`}>
        <form onSubmit={submit}>
          <p>
            <Trans>
              If this pass works on another phone or in another browser, it will stop working there. You can move a pass
              up to three times in 24 hours.
            </Trans>
          </p>
          <Field label={t`Password`} error={refused ? errorText(refused) : undefined}>
            {(props) => (
              <PasswordInput
                {...props}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                required
              />
            )}
          </Field>
          <Button type="submit" busy={busy} full>
            <Trans>Move to this phone</Trans>
          </Button>
        </form>
      </Dialog>
    </>
  )
}
