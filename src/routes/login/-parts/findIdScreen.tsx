import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ntnCd } from '#contract/forms/signUp.ts'
import { passportName } from '#contract/rules/passportName.ts'
import { findId } from '#data/recovery.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useErrorSummary, useFieldErrorText } from '../../-shared/formErrors.ts'
import { PassportNameFields } from '../../-shared/passportNameFields.tsx'
import { CountryField, MobileField } from '../../-shared/person/personFields.tsx'
import screen from '../../-shared/screen.module.css'
import { AttemptButton } from './attemptButton.tsx'
import { findIdDraft, patchFindId, storeFoundAddresses, type FindIdDetails } from './findIdDraft.ts'
import { FindIdFrame } from './findIdFrame.tsx'
import { useAttempt } from './useAttempt.ts'

const FIELDS = ['engSurname', 'engNm', 'ntnCd', 'mobile'] as const

/** Imports the parser on use: its tables are large. */
const e164 = async ({ mobile, ntnCd: country }: FindIdDetails): Promise<string | null> =>
  (await import('../../-shared/person/phoneNumber.ts')).toE164(mobile, country)

/** Any letters: accounts of earlier releases may have a name that no passport prints. */
const name = z.string().check(z.trim(), z.minLength(1))

const resolver = standardSchemaResolver<FindIdDetails, unknown, FindIdDetails>(
  z
    .object({ engSurname: name, engNm: name, ntnCd, mobile: z.string() })
    .check(z.refine(async (form) => (await e164(form)) !== null, { error: 'phone', path: ['mobile'] })),
)

/** Renders the form that finds the address of an account by name, country and phone number (spec 4.44). */
export function FindIdScreen() {
  const reason = useFieldErrorText()
  const summary = useErrorSummary('find')
  const navigate = useNavigate()
  const { attempt, failure, wait: waitSeconds } = useAttempt()
  const { register, handleSubmit, setError, subscribe, formState } = useForm<FindIdDetails>({
    defaultValues: findIdDraft().details,
    resolver,
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => patchFindId({ details: values }) }),
    [subscribe],
  )

  const submit = handleSubmit(async (form) => {
    if (waitSeconds > 0) return
    const outcome = await attempt(async () =>
      findId({
        engSurname: passportName(form.engSurname) ?? form.engSurname.trim(),
        engNm: passportName(form.engNm) ?? form.engNm.trim(),
        ntnCd: form.ntnCd,
        mobile: (await e164(form)) ?? form.mobile,
      }),
    )
    if (outcome.ok) {
      storeFoundAddresses(outcome.data)
      await navigate({ to: '/login/findId02-1' })
    } else if (outcome.code === 'E_NO_MEMBER') {
      storeFoundAddresses([])
      await navigate({ to: '/login/findId02-2' })
    } else if (outcome.code === 'E_PHONE') setError('mobile', { message: 'phone' })
  })
  return (
    <FindIdFrame
      address="/login/findId01"
      back="/login"
      title={<Trans>Find your email address</Trans>}
      text={
        <Trans>
          Enter your surname, given name, country or region and mobile number as they are in your account. All four must
          match.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, FIELDS)} />
        <FailureBanner failure={failure === 'E_PHONE' ? null : failure} />
        <div className={screen.half}>
          <PassportNameFields idPrefix="find" register={register} errors={errors} />
        </div>
        <CountryField
          id="find-ntnCd"
          registration={register('ntnCd')}
          error={errors.ntnCd && reason('ntnCd', undefined)}
        />
        <MobileField
          id="find-mobile"
          registration={register('mobile')}
          error={errors.mobile && reason('mobile', errors.mobile.message)}
        />
        <ActionBar>
          <AttemptButton waitSeconds={waitSeconds} busy={isSubmitting}>
            <Trans>Find my email address</Trans>
          </AttemptButton>
        </ActionBar>
      </form>
    </FindIdFrame>
  )
}
