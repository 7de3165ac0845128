import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CERT_DIGITS, CERT_TRIES } from '#contract/limits.ts'
import { useNow } from '#data/clock.ts'
import { checkCode, sendCode } from '#data/join.ts'
import { useErrorText } from '#i18n/errors.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useToast } from '#ui/useToast.ts'
import { Countdown, useSecondsLeft } from '../../-parts/countdown.tsx'
import { FailureBanner } from '../../-parts/failureBanner.tsx'
import { useReason, useSummary } from '../../-parts/reasons.ts'
import screen from '../../-parts/screen.module.css'
import { patchDraft, type Draft } from './draft.ts'
import { JoinFrame } from './frame.tsx'
import { InUse } from './in-use.tsx'
import styles from './join.module.css'

const CODE = new RegExp(`^\\d{${CERT_DIGITS}}$`)

/** Asks for the mailed code: time left, tries left, another code after a minute. */
export function CodeForm({ sent, onChange }: { sent: NonNullable<Draft['sent']>; onChange: () => void }) {
  const { t } = useLingui()
  const reason = useReason()
  const summary = useSummary('join')
  const errorText = useErrorText()
  const toast = useToast()
  const navigate = useNavigate()
  const expired = useNow(1000) >= sent.expiresAt
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    defaultValues: { code: '' },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const { email, tries } = sent
  const spent = expired || tries <= 0

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    const outcome = await checkCode(email, code.trim())
    if (outcome.ok) {
      const { certUid, expiresAt } = outcome.data
      if (!certUid) {
        setFailure('E_EMAIL_IN_USE')
        return
      }
      patchDraft({ sent: null, proof: { email, certUid, expiresAt } })
      void navigate({ to: '/join/auth', search: { step: 'password' } })
      return
    }
    if (outcome.code === 'E_CERT_MISMATCH') {
      patchDraft({ sent: { ...sent, tries: tries - 1 } })
      setError('code', { message: 'code_mismatch' })
    } else {
      if (outcome.code === 'E_CERT_TRIES') patchDraft({ sent: { ...sent, tries: 0 } })
      setFailure(outcome.code)
    }
  })

  const resend = async () => {
    setFailure(null)
    const outcome = await sendCode(email)
    if (!outcome.ok) {
      setFailure(outcome.code)
      return
    }
    resetField('code')
    patchDraft({ sent: { email, ...outcome.data, tries: CERT_TRIES } })
    toast({ text: t`Confirmation code sent` })
  }

  return (
    <JoinFrame
      step="email"
      title={<Trans>Enter the code</Trans>}
      text={
        <Trans>
          We sent 6 digits to <strong>{email}</strong>. Look in your spam folder too.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['code'])} />
        {failure === 'E_EMAIL_IN_USE' ? <InUse /> : <FailureBanner code={failure} />}
        {expired && !failure && (
          <Banner tone="amber" role="alert">
            {errorText('E_CERT_EXPIRED')}
          </Banner>
        )}
        <Field
          id="join-code"
          label={t`Verification code`}
          hint={tries < CERT_TRIES && !spent && <Plural value={tries} one="# try left" other="# tries left" />}
          error={errors.code && reason('code', errors.code.message)}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('code', { validate: (value) => CODE.test(value.trim()) || 'code' })}
              className={styles.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CERT_DIGITS}
              disabled={spent}
              trailing={!spent && <Countdown until={sent.expiresAt} className={styles.timer} />}
              aria-required
            />
          )}
        </Field>
        <div className={styles.sent}>
          <Resend at={sent.resendAt} onResend={resend} />
          <button type="button" className={screen.link} onClick={onChange}>
            <Trans>Use another address</Trans>
          </button>
        </div>
        <ActionBar>
          <Button type="submit" full busy={isSubmitting} disabled={spent}>
            <Trans>Confirm</Trans>
          </Button>
        </ActionBar>
      </form>
    </JoinFrame>
  )
}

/** Another code may be asked for after a minute; the button says how long that is. */
function Resend({ at, onResend }: { at: number; onResend: () => Promise<void> }) {
  const wait = useSecondsLeft(at)
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await onResend()
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={screen.link}
      aria-disabled={wait > 0 || busy}
      onClick={() => wait === 0 && !busy && void press()}
    >
      {wait > 0 ? <Trans>Send a new code in {wait} s</Trans> : <Trans>Send a new code</Trans>}
    </button>
  )
}
