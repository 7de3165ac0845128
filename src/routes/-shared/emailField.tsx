import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'

interface Props {
  id: string
  /** From the form: `register('email', { validate: validateEmail })`. */
  registration: UseFormRegisterReturn
  label?: string
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  /**
   * `username` where the address is the member's sign-in ID, with `webauthn` also for a choice of passkeys; `off` where
   * it is another person's.
   */
  autoComplete?: 'email' | 'username' | 'username webauthn' | 'off'
}

/** Renders an email field: email keyboard, no capitalisation, no corrections. */
export function EmailField({ id, registration, label, hint, error, placeholder, autoComplete = 'email' }: Props) {
  const { t } = useLingui()
  return (
    <Field id={id} label={label ?? t`Email address`} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...registration}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          aria-required
        />
      )}
    </Field>
  )
}
