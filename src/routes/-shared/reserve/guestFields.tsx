import { Trans, useLingui } from '@lingui/react/macro'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { GUEST_WISH_MAX, NAME_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { EmailField } from '../emailField.tsx'
import { useFieldErrorText, validateEmail } from '../formErrors.ts'
import screen from '../screen.module.css'
import type { GuestDetails } from './reserveDraft.ts'
import { CountedHint } from '../countedHint.tsx'

/** Returns a phone number as E.164, null if invalid. Imports the parser on use: its tables are large. */
export const e164 = async (mobile: string, country: string): Promise<string | null> =>
  (await import('../person/phoneNumber.ts')).toE164(mobile, country)

const validateName = (value: string): true | string => {
  if (value.trim() === '') return 'guest_name'
  if (value.trim().length > NAME_MAX * 2) return 'too_long'
  return isClean(value) || 'control_characters'
}
const validateWish = (value: string): true | string => {
  if (graphemes(value.trim()) > GUEST_WISH_MAX) return 'too_long'
  return isClean(value) || 'control_characters'
}

interface Props {
  form: UseFormReturn<GuestDetails>
  /** Country of the member (ISO code), for a phone number without country code; `''` for none. */
  country: string
}

/** Renders the fields about the guest, filled in with the member's own details. */
export function GuestFields({ form, country }: Props) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const {
    register,
    control: values,
    formState: { errors },
  } = form
  const wish = useWatch({ control: values, name: 'wish' })
  const errorOf = (name: keyof GuestDetails) => errors[name] && reason(name, errors[name].message)
  return (
    <>
      <Field
        id="guest-name"
        label={t`Guest’s name`}
        hint={<Trans>As shown in the guest’s passport.</Trans>}
        error={errorOf('name')}
      >
        {(control) => (
          <TextInput {...control} {...register('name', { validate: validateName })} autoComplete="name" aria-required />
        )}
      </Field>
      <div className={screen.half}>
        <EmailField
          id="guest-email"
          registration={register('email', { validate: validateEmail })}
          error={errorOf('email')}
        />
        <Field
          id="guest-mobile"
          label={t`Mobile number`}
          optional
          hint={<Trans>Begin with + and the country code, so that the place can reach you.</Trans>}
          error={errorOf('mobile')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('mobile', {
                validate: async (value) => value.trim() === '' || (await e164(value, country)) !== null || 'phone',
              })}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
            />
          )}
        </Field>
      </div>
      <Field
        id="guest-wish"
        label={t`Special request`}
        optional
        hint={
          <CountedHint text={wish} max={GUEST_WISH_MAX}>
            <Trans>For example, a late arrival. The place may not be able to meet every request.</Trans>
          </CountedHint>
        }
        error={errorOf('wish')}
      >
        {(control) => <TextArea {...control} {...register('wish', { validate: validateWish })} rows={3} />}
      </Field>
    </>
  )
}
