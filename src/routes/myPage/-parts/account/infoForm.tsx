import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { updateMyInfo, type MyInfo } from '#data/myInfo.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useToast } from '#ui/useToast.ts'
import { useErrorSummary, useFieldErrorText } from '../../../-shared/formErrors.ts'
import { PassportNameFields } from '../../../-shared/passportNameFields.tsx'
import { BirthYearField, CountryField, GenderField, MobileField } from '../../../-shared/person/personFields.tsx'
import screen from '../../../-shared/screen.module.css'
import { TermsDialog } from '../../../-shared/termsDialog.tsx'
import styles from './account.module.css'
import { InfoFailure } from './infoFailure.tsx'
import {
  changeOf,
  clearInfoDraft,
  detailsOf,
  INFO_FIELDS,
  mergeSaved,
  storeInfoDraft,
  readInfoDraft,
  typedSince,
  validateMobile,
  validateName,
  type InfoDetails,
} from './infoDraft.ts'

interface Props {
  myInfo: MyInfo
  /** A pass is in use, so the name on it must stay. */
  isNameFixed: boolean
  isOnline: boolean
}

/** Renders the form for the member's details. What is typed is a draft until it is saved. */
export function InfoForm({ myInfo, isNameFixed, isOnline }: Props) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('info')
  const toast = useToast()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [reading, setReading] = useState(false)
  const { memberId } = myInfo
  const title = t`News and offers`
  const { register, handleSubmit, setError, subscribe, reset, getValues, setValue, formState } = useForm<InfoDetails>({
    defaultValues: { ...detailsOf(myInfo), ...readInfoDraft(memberId) },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  // The details that the form began with, or followed last: what differs from them was typed.
  const base = useRef(detailsOf(myInfo))
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => storeInfoDraft(memberId, typedSince(base.current, values)),
      }),
    [subscribe, memberId],
  )
  // Fields that the member has not changed follow the server, before a press can compare them with new details. No
  // `reset`, which would end the state of a save under way.
  useLayoutEffect(() => {
    const server = detailsOf(myInfo)
    const typed = typedSince(base.current, getValues())
    const news = Object.keys(typedSince(base.current, server)) as (keyof InfoDetails)[]
    if (news.length === 0) return
    base.current = server
    for (const name of news) if (!(name in typed)) setValue(name, server[name])
    storeInfoDraft(memberId, typedSince(server, getValues()))
  }, [myInfo, memberId, getValues, setValue])

  const submit = handleSubmit(async (form) => {
    setFailure(null)
    const before = detailsOf(myInfo)
    const change = await changeOf(form, before)
    const outcome = change ? await updateMyInfo(change) : { ok: true as const, data: myInfo }
    if (outcome.ok) {
      const now = getValues()
      reset(mergeSaved(detailsOf(outcome.data), before, form, now))
      if (Object.keys(typedSince(form, now)).length === 0) clearInfoDraft()
      toast({ text: t`Changes have been saved.`, icon: Check })
      return
    }
    for (const { field, reason: why } of outcome.fields ?? []) {
      const name = INFO_FIELDS.find((each) => field.endsWith(each))
      if (name) setError(name, { message: why })
    }
    if (outcome.code === 'E_PHONE') setError('mobile', { message: 'phone' })
    else if (outcome.code === 'E_AGE') setError('birthYear', { message: 'age' })
    else setFailure(outcome)
  })
  const errorOf = (name: (typeof INFO_FIELDS)[number]) => errors[name] && reason(name, errors[name].message)
  return (
    <section className={styles.section} aria-labelledby="info-details">
      <h2 id="info-details">
        <Trans>My details</Trans>
      </h2>
      <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, INFO_FIELDS)} />
        <InfoFailure failure={failure} />
        <fieldset disabled={isNameFixed} className={styles.names}>
          <legend className={screen.second}>
            {isNameFixed ? (
              <Trans>
                You cannot change your name while a pass that you have used for entry or a discount is still valid.
              </Trans>
            ) : (
              <Trans>Your name in Latin letters, as on the photo page of your passport. Exchange desks check it.</Trans>
            )}
          </legend>
          <div className={screen.half}>
            <PassportNameFields
              idPrefix="info"
              register={(name) => register(name, { validate: (value) => validateName(value, myInfo[name]) })}
              errors={errors}
            />
          </div>
        </fieldset>
        <div className={screen.half}>
          <GenderField id="info-gender" registration={register('gender')} error={errorOf('gender')} />
          <BirthYearField id="info-birthYear" registration={register('birthYear')} error={errorOf('birthYear')} />
        </div>
        <CountryField id="info-ntnCd" registration={register('ntnCd')} optional error={errorOf('ntnCd')} />
        <MobileField
          id="info-mobile"
          registration={register('mobile', { validate: (value, { ntnCd }) => validateMobile(value, ntnCd) })}
          optional
          error={errorOf('mobile')}
        />
        <div className={styles.consent}>
          <Checkbox {...register('marketing')} label={t`Send me news and offers (optional)`} />
          <button type="button" className={screen.link} aria-label={t`Read: ${title}`} onClick={() => setReading(true)}>
            <Trans>Read</Trans>
          </button>
        </div>
        <Button type="submit" full busy={isSubmitting} disabled={!isOnline}>
          <Trans>Save</Trans>
        </Button>
      </form>
      <TermsDialog code={reading ? 'marketing' : null} title={title} onClose={() => setReading(false)} />
    </section>
  )
}
