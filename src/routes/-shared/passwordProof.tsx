import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { offeredProof, type MemberProof } from '#data/ownCode.ts'
import { Button, LinkButton } from '#ui/button.tsx'
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

/**
 * Renders the form in which a signed-in member proves by the password who is there. A member without a password is led
 * to a first one, because the server accepts no other proof here.
 */
export function PasswordProof({ text, action, busy, error, onSubmit, className }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [required, setRequired] = useState<MemberProof>('password')
  useEffect(() => {
    let isOver = false
    void offeredProof().then((offered) => isOver || setRequired(offered))
    return () => {
      isOver = true
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(password)
  }
  if (required === 'code')
    return (
      <div className={className}>
        <p>
          <Trans>You sign in with another service, so you do not have a Harbor Pass password.</Trans>
        </p>
        <LinkButton to="/login/findPw01" full>
          <Trans>Get your first password by email</Trans>
        </LinkButton>
      </div>
    )
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
