import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { isEmail } from '#contract/rules/text.ts'
import { rememberedId } from '#data/session.ts'
import { useErrorText } from '#i18n/errors.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useSecondsLeft } from '../-parts/countdown.tsx'
import { useReason, useSummary } from '../-parts/reasons.ts'
import { recoveryDraft } from './-parts/recoveryDraft.ts'
import { RecoveryFrame } from './-parts/recoveryFrame.tsx'
import { useTemporaryMail } from './-parts/useTemporaryMail.ts'

export const Route = createFileRoute('/login/findPw01')({
  staticData: { layout: 'clean', title: msg`Forgot password?` },
  component: FindPassword,
})

/** Asks for the address that the temporary password is mailed to. */
function FindPassword() {
  const { t } = useLingui()
  const reason = useReason()
  const summary = useSummary('find')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { request, failure, busy, waitUntil } = useTemporaryMail()
  const wait = useSecondsLeft(waitUntil)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: recoveryDraft().email || rememberedId() },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  const submit = handleSubmit(async ({ email }) => {
    if (wait > 0 || busy) return
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
        {failure && (
          <Banner tone="red" role="alert">
            {errorText(failure)}
          </Banner>
        )}
        <Field id="find-email" label={t`Email address`} error={errors.email && reason('email', errors.email.message)}>
          {(control) => (
            <TextInput
              {...control}
              {...register('email', { validate: (value) => isEmail(value.trim()) || 'email' })}
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="name@example.com"
              aria-required
            />
          )}
        </Field>
        <ActionBar>
          <Button type="submit" full busy={busy} disabled={wait > 0}>
            {wait > 0 ? <Trans>Try again in {wait} s</Trans> : <Trans>Send the temporary password</Trans>}
          </Button>
        </ActionBar>
      </form>
    </RecoveryFrame>
  )
}
