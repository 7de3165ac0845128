import { useLingui } from '@lingui/react/macro'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { GUEST_WISH_MAX, INQUIRY_MAX, NAME_MAX } from '#contract/limits.ts'
import { isEmail } from '#contract/rules/text.ts'
import { EXAMPLE_NAME } from './exampleName.ts'

/** Validates an email address, as `validate` of react-hook-form: true, or the reason. */
export const validateEmail = (value: string): true | 'email' => isEmail(value.trim()) || 'email'

/** The longest text of fields that are no names, in characters. */
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  content: INQUIRY_MAX,
  wish: GUEST_WISH_MAX,
  name: NAME_MAX * 2,
}

/**
 * Returns a function of a field and a reason that gives what is wrong and what to do. The reasons are those of the
 * contract's forms.
 */
export const useFieldErrorText = (): ((field: string, reason: string | undefined) => string) => {
  const { i18n, t } = useLingui()
  const errorText = useErrorText()
  const { number } = useFormat()
  return (field, reason) => {
    const most = number(MOST_CHARACTERS[field] ?? NAME_MAX)
    const example = i18n._(EXAMPLE_NAME[field === 'engSurname' ? 'engSurname' : 'engNm'])
    const reasons: Record<string, () => string> = {
      email: () => t`Please enter your email address according to the correct format, for example name@example.com.`,
      code: () => t`Enter the 6 digits from the email.`,
      code_mismatch: () => errorText('E_CERT_MISMATCH'),
      password_format: () => errorText('E_PASSWORD_FORMAT'),
      password_weak: () => errorText('E_PASSWORD_WEAK'),
      password_differs: () => t`Password does not match. Enter the same password in both fields.`,
      password_current: () => errorText('E_PASSWORD_CURRENT'),
      age: () => errorText('E_AGE'),
      phone: () => errorText('E_PHONE'),
      passport_letters: () =>
        field === 'engSurname'
          ? t`Enter your surname in Latin letters, as shown on the photo page of your passport, e.g. ${example}.`
          : t`Enter your given name in Latin letters, as shown on the photo page of your passport, e.g. ${example}.`,
      too_long: () => t`Use at most ${most} characters.`,
      control_characters: () => t`Remove invisible characters, or type the text again.`,
      guest_name: () => t`Enter the name of the guest.`,
      inquiry_short: () => errorText('E_INQUIRY_SHORT'),
      promo: () => errorText('E_PROMO_CODE'),
      method: () => errorText('E_PAYMENT_METHOD'),
      agreement: () => errorText('E_AGREEMENT_REQUIRED'),
      terms: () => t`Agree to the terms of service to continue.`,
      privacy: () => t`Agree to the privacy policy to continue.`,
    }
    const missing: Record<string, () => string> = {
      engSurname: () => t`Enter your surname as shown in your passport.`,
      engNm: () => t`Enter your given name as shown in your passport.`,
      id: () => t`Enter your email address.`,
      password: () => t`Enter your password.`,
      current: () => t`Enter your current password.`,
      ntnCd: () => t`Choose your country or region.`,
    }
    return (reasons[reason ?? ''] ?? missing[field] ?? (() => errorText('E_INPUT')))()
  }
}

/** Returns a function that lists a form's errors for its summary, ordered by `fields`; ids are `<prefix>-<field>`. */
export const useErrorSummary = (prefix: string) => {
  const reason = useFieldErrorText()
  return <T extends FieldValues>(errors: FieldErrors<T>, fields: readonly (keyof T & string)[]) =>
    fields.flatMap((field) => {
      const error = errors[field]
      return error ? [{ id: `${prefix}-${field}`, message: reason(field, String(error.message ?? '')) }] : []
    })
}
