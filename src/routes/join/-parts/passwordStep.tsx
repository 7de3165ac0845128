import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useErrorSummary } from '../../-shared/formErrors.ts'
import { PasswordFields, type NewPasswordForm } from '../../-shared/password/passwordFields.tsx'
import { currentPassword, keepPassword, useDraft } from './joinDraft.ts'
import { JoinFrame } from './frame.tsx'

/** Renders the password step: two fields, what the password still lacks, and its strength. */
export function PasswordStep() {
  const summary = useErrorSummary('join')
  const navigate = useNavigate()
  const { email } = useDraft()
  const form = useForm<NewPasswordForm>({
    defaultValues: { password: currentPassword(), confirm: currentPassword() },
    shouldFocusError: false,
  })
  const { errors, submitCount } = form.formState

  const submit = form.handleSubmit(({ password }) => {
    keepPassword(password)
    void navigate({ to: '/join/auth', search: { step: 'name' } })
  })
  return (
    <JoinFrame
      step="password"
      title={<Trans>Choose a password</Trans>}
      text={<Trans>8 characters or more, with letters, numbers and symbols.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['password', 'confirm'])} />
        <PasswordFields idPrefix="join" form={form} email={email} />
        <ActionBar>
          <Button type="submit" full>
            <Trans>Next</Trans>
          </Button>
        </ActionBar>
      </form>
    </JoinFrame>
  )
}
