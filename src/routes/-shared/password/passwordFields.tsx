import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Circle, Shield, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { isPassword, ownWords, passwordParts } from '#contract/rules/password.ts'
import type { Strength } from '#contract/rules/passwordStrength.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'
import { useFieldErrorText } from '../formErrors.ts'
import styles from './password.module.css'
import { useStrength } from './useStrength.ts'

/** A form with a new password; the fields here do not show the current one. */
export interface NewPasswordForm {
  current?: string
  password: string
  confirm: string
}

interface FieldsProps {
  /** The ids are `<idPrefix>-password` and `<idPrefix>-confirm`. */
  idPrefix: string
  form: UseFormReturn<NewPasswordForm>
  /** Address of the account; a password that contains parts of it is rated weaker. */
  email: string
}

/** Renders the two fields for a new password, what it still lacks, and its strength (spec 5.4). */
export function PasswordFields({ idPrefix, form, email }: FieldsProps) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const { register, control: state, formState } = form
  const { errors } = formState
  const password = useWatch({ control: state, name: 'password' })
  const strength = useStrength(password, ownWords(email))
  return (
    <>
      {/* tells password managers which account this is */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <div>
        <Field
          id={`${idPrefix}-password`}
          label={t`Password`}
          error={errors.password && reason('password', errors.password.message)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password', {
                deps: ['confirm'],
                validate: (value) => {
                  if (!isPassword(value)) return 'password_format'
                  return strength !== 'error' || value !== password || 'password_weak'
                },
              })}
              autoComplete="new-password"
              aria-required
            />
          )}
        </Field>
        <StrengthMeter password={password} strength={strength} />
      </div>
      <Field
        id={`${idPrefix}-confirm`}
        label={t`Confirm password`}
        error={errors.confirm && reason('confirm', errors.confirm.message)}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register('confirm', {
              validate: (value, { password: first }) => value === first || 'password_differs',
            })}
            autoComplete="new-password"
            aria-required
          />
        )}
      </Field>
    </>
  )
}

const SHIELDS = { error: ShieldAlert, normal: Shield, strong: ShieldCheck } as const

function StrengthMeter({ password, strength }: { password: string; strength: Strength | null }) {
  const { t } = useLingui()
  const requirements = passwordParts(password)
  const names: Record<keyof typeof requirements, string> = {
    length: t`At least 8 characters`,
    letters: t`Letters`,
    numbers: t`Numbers`,
    symbols: t`Symbols`,
  }
  const levels: Record<Strength, string> = {
    error: t`Strength: too weak`,
    normal: t`Strength: medium`,
    strong: t`Strength: strong`,
  }
  const metText = t`met`
  const open = t`not met`
  return (
    <div className={styles.strength} data-level={strength ?? undefined}>
      <div className={styles.bars} aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <p className={styles.level} role="status">
        {strength && (
          <>
            <Icon of={SHIELDS[strength]} size={16} />
            {levels[strength]}
            {strength === 'normal' && (
              <small>
                <Trans>Longer is safer</Trans>
              </small>
            )}
          </>
        )}
      </p>
      <ul className={styles.parts}>
        {(Object.keys(names) as (keyof typeof requirements)[]).map((name) => (
          <li key={name} data-met={requirements[name]}>
            <Icon of={requirements[name] ? Check : Circle} size={16} />
            {names[name]}
            <span className="visually-hidden">, {requirements[name] ? metText : open}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
