import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { showOnThisPhone } from '#data/myPass.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { useErrorText } from '#i18n/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** Binds a pass to this phone. Moving it from another one asks for the password first. */
export function BindButton({ passUid, move }: { passUid: string; move: boolean }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<OutcomeCode | null>(null)

  const bind = async (withPassword?: string) => {
    setBusy(true)
    setRefused(null)
    const outcome = await showOnThisPhone(passUid, withPassword)
    setBusy(false)
    if (outcome.ok) setAsking(false)
    else setRefused(outcome.code)
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
              This pass will stop working on the other phone. You can move a pass up to three times in 24 hours.
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
