import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FailureCode } from '#contract/errors.ts'
import { signUp, signUpBySocial } from '#data/join.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { PassportNameFields } from '../../-shared/passportNameFields.tsx'
import { useFieldErrorText, useErrorSummary } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { currentDraft, currentPassword, finishDraft, leaveSocial, patchDraft, type Draft } from './joinDraft.ts'
import { FIELDS, resolver, toSignUp } from './details.ts'
import { JoinFrame } from './frame.tsx'
import { PassportDrawing } from './passportDrawing.tsx'
import styles from './join.module.css'
import { OptionalDetails } from './optionalDetails.tsx'
import type { JoinStep } from './steps.ts'

/** Error codes whose cause is in another step, and that step. */
const STEP_TO_FIX: Partial<Record<FailureCode, Exclude<JoinStep, 'name'>>> = {
  E_EMAIL_IN_USE: 'email',
  E_CERT_REQUIRED: 'email',
  E_CERT_EXPIRED: 'email',
  E_PASSWORD_FORMAT: 'password',
  E_PASSWORD_WEAK: 'password',
  E_TERMS_REQUIRED: 'terms',
}

const isFilled = ({ gender, birthYear, ntnCd, mobile }: Draft['details']): boolean =>
  gender !== 'none' || [birthYear, ntnCd, mobile].some((text) => text !== '')

/** Renders the step for the name in the passport and optional details, and creates the account. */
export function NameStep() {
  const reason = useFieldErrorText()
  const summary = useErrorSummary('join')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const form = useForm<Draft['details']>({
    defaultValues: currentDraft().details,
    resolver,
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, subscribe, formState } = form
  const { errors, isSubmitting, submitCount } = formState

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => patchDraft({ details: values }) }),
    [subscribe],
  )

  const submit = handleSubmit(async (details) => {
    setFailure(null)
    const { email, proof, agreed, social } = currentDraft()
    const { password, ...form } = await toSignUp(details, {
      email: social ? (proof?.email ?? email) : email,
      certUid: proof?.certUid ?? '',
      password: currentPassword(),
      marketing: agreed?.marketing ?? false,
    })
    const outcome = await (social ? signUpBySocial({ ...form, snsUid: social.snsUid }) : signUp({ ...form, password }))
    if (outcome.ok) {
      finishDraft()
      void navigate({ to: '/join/completion', replace: true })
      return
    }
    for (const { field, reason: why } of outcome.fields ?? []) {
      const name = FIELDS.find((each) => field.endsWith(each))
      if (name) setError(name, { message: why })
    }
    if (outcome.code === 'E_PHONE') setError('mobile', { message: 'phone' })
    setFailure(outcome)
  })

  const mend = () => {
    const step = failure && STEP_TO_FIX[failure.code]
    if (!step) return
    if (step === 'email') patchDraft({ proof: null, sent: null })
    if (step === 'terms') void navigate({ to: '/join/terms' })
    else void navigate({ to: '/join/auth', search: { step } })
  }
  return (
    <JoinFrame
      step="name"
      title={<Trans>Your name</Trans>}
      text={
        <Trans>
          Enter your name in Latin letters, as on the photo page of your passport. Exchange desks check it against your
          passport or photo ID.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, FIELDS)} />
        <FailureBanner
          failure={failure}
          action={
            failure?.code === 'E_SNS' ? (
              <Link to="/login" className={screen.link} onClick={leaveSocial}>
                <Trans>Start again</Trans>
              </Link>
            ) : (
              failure &&
              STEP_TO_FIX[failure.code] && (
                <button type="button" className={screen.link} onClick={mend}>
                  <Trans>Go back to fix this</Trans>
                </button>
              )
            )
          }
        >
          {failure?.code === 'E_SNS' && (
            <Trans>Your sign-in with the other service has expired. Sign in with that service again.</Trans>
          )}
        </FailureBanner>
        <div className={styles.passport}>
          <PassportDrawing className={styles.drawing} />
          <div className={screen.half}>
            <PassportNameFields idPrefix="join" register={register} errors={errors} />
          </div>
        </div>
        <OptionalDetails
          register={register}
          mobileError={errors.mobile && reason('mobile', errors.mobile.message)}
          filled={isFilled(currentDraft().details)}
        />
        <ActionBar>
          <Button type="submit" full busy={isSubmitting}>
            <Trans>Create account</Trans>
          </Button>
        </ActionBar>
      </form>
    </JoinFrame>
  )
}
