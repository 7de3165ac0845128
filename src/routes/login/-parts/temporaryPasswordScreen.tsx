import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { returnTo } from '#contract/rules/returnTo.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { rememberedId } from '#data/session.ts'
import { signIn } from '#data/signIn.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Email } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { Countdown } from '../../-shared/countdown.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import screen from '../../-shared/screen.module.css'
import { AttemptButton } from './attemptButton.tsx'
import { patchRecovery, useRecoveryDraft } from './recoveryDraft.ts'
import { RecoveryFrame } from './recoveryFrame.tsx'
import { ResendLink } from './resendLink.tsx'
import { useAttempt } from './useAttempt.ts'

/**
 * Renders the form for the mailed temporary password. Leads to the choice of a new one; after the account's own
 * password, to the path `wanted`, or home where it is undefined.
 */
export function TemporaryPasswordScreen({ wanted }: { wanted: string | undefined }) {
  const { t } = useLingui()
  const router = useRouter()
  const { email, sent } = useRecoveryDraft()
  const now = useNow(SECOND_MS)
  const { attempt, failure, wait: waitSeconds } = useAttempt()
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    defaultValues: { password: '' },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const expiresAt = sent?.expiresAt ?? 0
  const minutes = sent?.minutes ?? 0
  const isExpired = now >= expiresAt
  const missing = t`Enter the temporary password from the email.`

  const submit = handleSubmit(async ({ password }) => {
    if (waitSeconds > 0) return
    const rememberId = rememberedId() === email
    const outcome = await attempt(() => signIn({ id: email, password: password.trim(), keep: true, rememberId }))
    if (outcome.ok) {
      const { recoveryToken } = outcome.data
      // The member typed the account's own password: signed in, no new one needed.
      if (recoveryToken === null) {
        router.history.replace(returnTo(wanted))
        return
      }
      patchRecovery({ token: recoveryToken })
      await router.navigate({ to: '/login/pwReset', replace: true })
      return
    }
    if (outcome.code === 'E_LOGIN') {
      resetField('password')
      setFocus('password')
    }
  })
  return (
    <RecoveryFrame
      address="/login/findPw02-1"
      step={1}
      back="/login/findPw01"
      title={<Trans>Check your email</Trans>}
      text={
        <Trans>
          If <Email>{email}</Email> has an account, a temporary password is on its way. It works only once and is valid
          for {minutes} minutes.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={errors.password ? [{ id: 'find-password', message: missing }] : []} />
        <FailureBanner failure={failure}>
          {failure === 'E_LOGIN' && (
            <Trans>
              This temporary password is incorrect, expired or already used. Use the one in the newest email, or request
              a new one.
            </Trans>
          )}
        </FailureBanner>
        {isExpired && !failure && (
          <Banner tone="amber" role="alert">
            <Trans>This temporary password may have expired. If it no longer works, request a new one.</Trans>
          </Banner>
        )}
        <Field
          id="find-password"
          label={t`Temporary password`}
          hint={<Trans>16 letters and numbers. Capitals and hyphens do not matter.</Trans>}
          error={errors.password && missing}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('password', { validate: (value) => value.trim() !== '' })}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              trailing={!isExpired && <Countdown until={expiresAt} className={screen.timer} />}
              aria-required
            />
          )}
        </Field>
        <div className={screen.links}>
          <ResendLink />
          <Link to="/login/findPw02-2" className={screen.link}>
            <Trans>No email yet?</Trans>
          </Link>
        </div>
        <ActionBar>
          <AttemptButton waitSeconds={waitSeconds} busy={isSubmitting}>
            <Trans>Next</Trans>
          </AttemptButton>
        </ActionBar>
      </form>
    </RecoveryFrame>
  )
}
