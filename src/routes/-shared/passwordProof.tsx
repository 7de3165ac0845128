import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'

interface Props {
  /** Why the password is needed. */
  text: ReactNode
  /** Label of the button. */
  action: ReactNode
  busy: boolean
  /** Why the last attempt was refused. */
  error: string | undefined
  onSubmit: (password: string) => void
  className?: string | undefined
}

/** Renders the form in which a signed-in member proves by the password who is there. */
export function PasswordProof({ text, action, busy, error, onSubmit, className }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(password)
  }
  return (
    <form onSubmit={submit} className={className}>
      <p>{text}</p>
      <Field label={t`Password`} error={error}>
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
        {action}
      </Button>
    </form>
  )
}
