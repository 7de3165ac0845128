import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CERT_TRIES } from '#contract/limits.ts'
import { checkCode, sendCode } from '#data/join.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { CodeField, CodeSentText, isCode, ResendCode, useSpentCode } from '../../-shared/mailedCode.tsx'
import { useFieldErrorText, useErrorSummary } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { patchDraft, type Draft } from './joinDraft.ts'
import { JoinFrame } from './frame.tsx'
import { InUse } from './inUse.tsx'

interface Props {
  sent: NonNullable<Draft['sent']>
  isJustSent: boolean
  onChange: () => void
}

/**
 * Renders the form for the mailed code: time left, tries left, another code after a minute. `onChange`: the visitor
 * wants to use another address. `isJustSent`: the code was requested on this screen, so its field takes the focus.
 */
export function CodeForm({ sent, isJustSent, onChange }: Props) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('join')
  const errorText = useErrorText()
  const toast = useToast()
  const navigate = useNavigate()
  const spent = useSpentCode(sent)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { code: '' },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const { email, tries } = sent
  useEffect(() => {
    // The button that had the focus has left the page.
    if (isJustSent) setFocus('code')
  }, [isJustSent, setFocus])

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    const outcome = await checkCode(email, code.trim())
    if (outcome.ok) {
      const { certUid, expiresAt } = outcome.data
      if (!certUid) {
        setFailure({ ok: false, code: 'E_EMAIL_IN_USE' })
        return
      }
      patchDraft({ sent: null, proof: { email, certUid, expiresAt } })
      void navigate({ to: '/join/auth', search: { step: 'password' } })
      return
    }
    if (outcome.code === 'E_CERT_MISMATCH') {
      patchDraft({ sent: { ...sent, tries: tries - 1 } })
      // After the last try the field takes nothing more, and a banner says why.
      if (tries > 1) setError('code', { message: 'code_mismatch' })
      else setFailure({ ok: false, code: 'E_CERT_TRIES' })
    } else {
      if (outcome.code === 'E_CERT_TRIES') patchDraft({ sent: { ...sent, tries: 0 } })
      setFailure(outcome)
    }
  })

  const resend = async () => {
    setFailure(null)
    const outcome = await sendCode(email)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    resetField('code')
    patchDraft({ sent: { email, ...outcome.data, tries: CERT_TRIES } })
    toast({ text: t`Confirmation code sent` })
  }

  return (
    <JoinFrame step="email" title={<Trans>Enter the code</Trans>} text={<CodeSentText email={email} />}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['code'])} />
        {failure?.code === 'E_EMAIL_IN_USE' ? <InUse /> : <FailureBanner failure={failure} />}
        {spent !== null && !failure && (
          <Banner tone="amber" role="alert">
            {errorText(spent)}
          </Banner>
        )}
        <CodeField
          id="join-code"
          sent={sent}
          error={errors.code && reason('code', errors.code.message)}
          {...register('code', { validate: (value) => isCode(value) || 'code' })}
        />
        <div className={screen.links}>
          <ResendCode at={sent.resendAt} onResend={resend} />
          <button type="button" className={screen.link} onClick={onChange}>
            <Trans>Use another address</Trans>
          </button>
        </div>
        <ActionBar>
          <Button type="submit" full busy={isSubmitting} aria-disabled={spent !== null}>
            <Trans>Confirm</Trans>
          </Button>
        </ActionBar>
      </form>
    </JoinFrame>
  )
}
