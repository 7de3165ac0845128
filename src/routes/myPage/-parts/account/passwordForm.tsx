import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { changePassword, type MyInfo } from '#data/myInfo.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'
import { useToast } from '#ui/useToast.ts'
import { useErrorSummary, useFieldErrorText } from '../../../-shared/formErrors.ts'
import { PasswordFields, type NewPasswordForm } from '../../../-shared/password/passwordFields.tsx'
import screen from '../../../-shared/screen.module.css'
import styles from './account.module.css'
import { InfoFailure } from './infoFailure.tsx'

const EMPTY = { current: '', password: '', confirm: '' }
/** Refusals that belong to a field, and the reason that it shows. */
const AT_FIELD = {
  E_PASSWORD_CURRENT: ['current', 'password_current'],
  E_PASSWORD_FORMAT: ['password', 'password_format'],
  E_PASSWORD_WEAK: ['password', 'password_weak'],
} as const

/** Renders the change of the password; for a member without one, the way to a first password. */
export function PasswordSection({ myInfo, isOnline }: { myInfo: MyInfo; isOnline: boolean }) {
  return (
    <section className={styles.section} aria-labelledby="info-password-title">
      <h2 id="info-password-title">
        <Trans>Password</Trans>
      </h2>
      {myInfo.passwordYn === 'Y' ? (
        <PasswordForm email={myInfo.email} isOnline={isOnline} />
      ) : (
        <>
          <p className={screen.lead}>
            <Trans>You sign in with another service, so you do not have a Harbor Pass password.</Trans>
          </p>
          <p>
            <Link to="/login/findPw01" className={screen.link}>
              <Trans>Get your first password by email</Trans>
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

function PasswordForm({ email, isOnline }: { email: string; isOnline: boolean }) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('info')
  const toast = useToast()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const form = useForm<NewPasswordForm>({ defaultValues: EMPTY, shouldFocusError: false })
  const { register, handleSubmit, setError, reset } = form
  const { errors, isSubmitting, submitCount } = form.formState

  const submit = handleSubmit(async ({ current = '', password }) => {
    setFailure(null)
    const outcome = await changePassword({ currentPassword: current, password })
    if (outcome.ok) {
      reset(EMPTY)
      toast({ text: t`Your password has been changed.`, icon: Check })
      return
    }
    const [field, why] = Object.hasOwn(AT_FIELD, outcome.code)
      ? AT_FIELD[outcome.code as keyof typeof AT_FIELD]
      : [null, null]
    if (field) setError(field, { message: why })
    else setFailure(outcome)
  })
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <p className={screen.lead}>
        <Trans>
          When you change your password, all other devices will be signed out. Passes set up on them and all copies in
          wallet apps will stop working. Passes on this device are not affected.
        </Trans>
      </p>
      <ErrorSummary key={submitCount} errors={summary(errors, ['current', 'password', 'confirm'])} />
      <InfoFailure failure={failure} />
      <Field
        id="info-current"
        label={t`Current password`}
        error={errors.current && reason('current', errors.current.message)}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register('current', { validate: (value) => value !== '' })}
            autoComplete="current-password"
            aria-required
          />
        )}
      </Field>
      <PasswordFields idPrefix="info" form={form} email={email} />
      <Button type="submit" kind="outline" full busy={isSubmitting} disabled={!isOnline}>
        <Trans>Change password</Trans>
      </Button>
    </form>
  )
}
