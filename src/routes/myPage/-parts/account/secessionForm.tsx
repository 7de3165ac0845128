import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { CERT_TRIES } from '#contract/limits.ts'
import { serverNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { deleteAccount, mailWithdrawalCode, type WithdrawalInfo } from '#data/withdrawal.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { markPush } from '#pwa/push.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Email } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'
import { useToast } from '#ui/useToast.ts'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { useFieldErrorText } from '../../../-shared/formErrors.ts'
import {
  CodeField,
  CodeSentText,
  earlierCode,
  isCode,
  ResendCode,
  useSpentCode,
  type SentCode,
} from '../../../-shared/mailedCode.tsx'
import screen from '../../../-shared/screen.module.css'
import { TermsDialog } from '../../../-shared/termsDialog.tsx'
import styles from './account.module.css'

interface Props {
  withdrawal: WithdrawalInfo
  email: string
  isOnline: boolean
  /** Called with true before the request, and with false when it was refused. */
  onDeleting: (isDeleting: boolean) => void
  /** The server has found other losses or blocks than the screen shows. */
  onOutdated: () => void
}
type FieldName = 'agree' | 'lose' | 'password' | 'code'
/** Refusals that say that the screen is no longer true. */
const OUTDATED = /^E_WITHDRAW_(?:PAYMENT|REFUND|GIFT|BOOKING|LOSS|PROOF)$/

/** Renders the consents and the proof that deleting the account takes, and its confirmation. */
export function SecessionForm({ withdrawal, email, isOnline, onDeleting, onOutdated }: Props) {
  const { t } = useLingui()
  const router = useRouter()
  const toast = useToast()
  const errorText = useErrorText()
  const reason = useFieldErrorText()
  const [agrees, setAgrees] = useState(false)
  const [loses, setLoses] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [reading, setReading] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isMailing, setMailing] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const spent = useSpentCode(sent)
  const { proof } = withdrawal
  const title = t`Account deletion terms`
  const isLosing = withdrawal.passes.length + withdrawal.reservations.length > 0

  const wasSent = sent !== null
  // The pressed button disappears when the code field appears, so move the focus.
  useEffect(() => {
    if (wasSent) codeInput.current?.focus()
  }, [wasSent])

  const mail = async () => {
    setFailure(null)
    setMailing(true)
    const outcome = await mailWithdrawalCode()
    setMailing(false)
    if (outcome.ok) {
      setCode('')
      setSent({ ...outcome.data, tries: CERT_TRIES })
      toast({ text: t`Confirmation code sent` })
    } else if (outcome.code === 'E_CERT_WAIT' && sent === null && outcome.retryAfter !== undefined)
      setSent(earlierCode(outcome.retryAfter, serverNow()))
    else setFailure(outcome)
  }
  const check = (): Partial<Record<FieldName, string>> => ({
    ...(!agrees && { agree: errorText('E_WITHDRAW_AGREE') }),
    ...(isLosing && !loses && { lose: t`To continue, accept that you will lose what is listed.` }),
    ...(proof === 'password' && password === '' && { password: reason('password', undefined) }),
    ...(proof === 'code' && !isCode(code) && { code: reason('code', 'code') }),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = check()
    setFailure(null)
    setErrors(wrong)
    setAttempts(attempts + 1)
    setConfirming(Object.keys(wrong).length === 0)
  }
  const end = async () => {
    setBusy(true)
    onDeleting(true)
    const outcome = await deleteAccount({
      ...(proof === 'password' && { password }),
      ...(proof === 'code' && { code: code.trim() }),
      loses,
    })
    if (outcome.ok) {
      markPush(null)
      await router.navigate({ to: '/home', replace: true })
      toast({ text: t`Account deleted. Thank you for travelling with us.` })
      return
    }
    onDeleting(false)
    setBusy(false)
    setConfirming(false)
    if (outcome.code === 'E_PASSWORD_MISMATCH') setErrors({ password: errorText(outcome) })
    else if (outcome.code === 'E_CERT_MISMATCH') {
      setErrors({ code: errorText(outcome) })
      setSent((last) => last && { ...last, tries: last.tries - 1 })
    } else {
      setFailure(outcome)
      if (OUTDATED.test(outcome.code)) onOutdated()
    }
  }
  const order: FieldName[] = ['agree', 'lose', 'password', 'code']
  return (
    <section className={styles.section} aria-labelledby="leave">
      <h2 id="leave">
        <Trans>Delete your account</Trans>
      </h2>
      <form onSubmit={submit} className={styles.form} noValidate>
        <ErrorSummary
          key={attempts}
          errors={order.flatMap((name) => (errors[name] ? [{ id: `leave-${name}`, message: errors[name] }] : []))}
        />
        <FailureBanner failure={failure} />
        <div className={styles.consent}>
          <Checkbox
            id="leave-agree"
            label={t`I agree to the account deletion terms`}
            checked={agrees}
            onChange={(event) => setAgrees(event.target.checked)}
            error={!agrees && errors.agree}
            aria-required
          />
          <button type="button" className={screen.link} aria-label={t`Read: ${title}`} onClick={() => setReading(true)}>
            <Trans>Read</Trans>
          </button>
        </div>
        {isLosing && (
          <Checkbox
            id="leave-lose"
            label={t`I accept that I will lose the listed passes and reservations without a refund`}
            checked={loses}
            onChange={(event) => setLoses(event.target.checked)}
            error={!loses && errors.lose}
            aria-required
          />
        )}
        {proof === 'password' && (
          <Field id="leave-password" label={t`Password`} error={errors.password}>
            {(control) => (
              <PasswordInput
                {...control}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                autoComplete="current-password"
                aria-required
              />
            )}
          </Field>
        )}
        {proof === 'code' &&
          (sent ? (
            <>
              <p role="status">
                <CodeSentText email={email} />
              </p>
              <CodeField
                ref={codeInput}
                id="leave-code"
                sent={sent}
                error={errors.code}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
              <ResendCode at={sent.resendAt} onResend={mail} />
            </>
          ) : (
            <>
              <p>
                <Trans>
                  To make sure it is you, we will email a code to <Email>{email}</Email>.
                </Trans>
              </p>
              <Button kind="outline" full busy={isMailing} disabled={!isOnline} onClick={() => void mail()}>
                <Trans>Send the code</Trans>
              </Button>
            </>
          ))}
        {(proof !== 'code' || sent) && (
          <Button type="submit" kind="danger" full disabled={!isOnline} aria-disabled={spent !== null}>
            <Trans>Delete my account</Trans>
          </Button>
        )}
      </form>
      <TermsDialog code={reading ? 'withdrawal' : null} title={title} onClose={() => setReading(false)} />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={<Trans>Delete your account for good?</Trans>}
        confirmLabel={<Trans>Delete for good</Trans>}
        danger
        busy={busy}
        onConfirm={() => void end()}
      >
        <p>
          <Trans>
            Everything this device stores for your account will be deleted immediately, and your data on our servers
            within 24 hours, except the payment records that the law requires us to keep.
          </Trans>
        </p>
      </ConfirmDialog>
    </section>
  )
}
