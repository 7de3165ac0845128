import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { returnTo } from '#contract/rules/returnTo.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { setNewPassword } from '#data/recovery.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useErrorSummary } from '../../-shared/formErrors.ts'
import { PasswordFields, type NewPasswordForm } from '../../-shared/password/passwordFields.tsx'
import screen from '../../-shared/screen.module.css'
import { clearRecovery, useRecoveryDraft } from './recoveryDraft.ts'
import { RecoveryFrame } from './recoveryFrame.tsx'

/**
 * Renders the form for a new password, which is set in the session of the temporary one, and signs in; then opens the
 * path `wanted`, or home where it is undefined.
 */
export function NewPasswordScreen({ wanted }: { wanted: string | undefined }) {
  const { t } = useLingui()
  const summary = useErrorSummary('join')
  const toast = useToast()
  const router = useRouter()
  const { email, token } = useRecoveryDraft()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [keep, setKeep] = useState(true)
  const form = useForm<NewPasswordForm>({
    defaultValues: { password: '', confirm: '' },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    if (token === null) return
    setFailure(null)
    const outcome = await setNewPassword({ token, password, keep })
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    router.history.replace(returnTo(wanted))
    clearRecovery()
    toast({ text: t`Your password has been changed.` })
  })
  return (
    <RecoveryFrame
      address="/login/pwReset"
      step={2}
      back="/login"
      title={<Trans>Choose a new password</Trans>}
      text={
        <Trans>
          All other devices will be signed out. You will keep your passes. Afterwards, open My Pass on your phone to set
          them up again.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['password', 'confirm'])} />
        <FailureBanner
          failure={failure}
          action={
            failure?.code === 'E_SESSION' && (
              <Link to="/login/findPw01" className={screen.link} onClick={clearRecovery}>
                <Trans>Start again</Trans>
              </Link>
            )
          }
        >
          {failure?.code === 'E_SESSION' && (
            <Trans>
              You can no longer choose a new password here. If you have already saved one, sign in with it. Otherwise,
              start again.
            </Trans>
          )}
        </FailureBanner>
        <PasswordFields idPrefix="join" form={form} email={email} />
        <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)} label={t`Keep me signed in`} />
        <ActionBar>
          <Button type="submit" full busy={isSubmitting}>
            <Trans>Save and sign in</Trans>
          </Button>
        </ActionBar>
      </form>
    </RecoveryFrame>
  )
}
