import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { rememberedId } from '#data/session.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { EmailField } from '../../-shared/emailField.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useFieldErrorText, useErrorSummary, validateEmail } from '../../-shared/formErrors.ts'
import { AttemptButton } from './attemptButton.tsx'
import { recoveryDraft } from './recoveryDraft.ts'
import { RecoveryFrame } from './recoveryFrame.tsx'
import { useTemporaryMail } from './useTemporaryMail.ts'

/** Renders the form for the address that receives the temporary password. */
export function FindPasswordScreen() {
  const reason = useFieldErrorText()
  const summary = useErrorSummary('find')
  const navigate = useNavigate()
  const { request, failure, busy, wait: waitSeconds } = useTemporaryMail()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: recoveryDraft().email || rememberedId() },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  const submit = handleSubmit(async ({ email }) => {
    if (waitSeconds > 0 || busy) return
    if (await request(email.trim().toLowerCase())) await navigate({ to: '/login/findPw02-1' })
  })
  return (
    <RecoveryFrame
      address="/login/findPw01"
      step={0}
      back="/login"
      title={<Trans>Get back into your account</Trans>}
      text={<Trans>Enter the email address of your account. We will send a temporary password to it.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['email'])} />
        <FailureBanner failure={failure} />
        <EmailField
          id="find-email"
          registration={register('email', { validate: validateEmail })}
          error={errors.email && reason('email', errors.email.message)}
          placeholder="name@example.com"
          autoComplete="username"
        />
        <ActionBar>
          <AttemptButton waitSeconds={waitSeconds} busy={busy}>
            <Trans>Send a temporary password</Trans>
          </AttemptButton>
        </ActionBar>
      </form>
    </RecoveryFrame>
  )
}
