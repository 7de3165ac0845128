import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { birthYears } from '#contract/rules/age.ts'
import { DAY_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useCountries } from '#data/join.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/textArea.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { sortCountries } from './likelyCountries.ts'

/** Fields about a person, besides the name: each takes the registration of its form. */

interface Props {
  id: string
  registration: UseFormRegisterReturn
  optional?: boolean
  error?: ReactNode
}

const countryOption = ({ code, name, dial }: { code: string; name: string; dial: string }) => (
  <option key={code} value={code}>
    {name} ({dial})
  </option>
)

/** Renders the choice of a country with its dialling code, the likely ones first. */
export function CountryField({ id, registration, optional = false, error }: Props) {
  const { t } = useLingui()
  const locale = useLocale()
  const list = useCountries().data?.country
  const { likely, rest } = useMemo(() => sortCountries(list ?? [], locale), [list, locale])
  // A select loses its value when the chosen option moves; a new one gets it from the form.
  const order = `${locale} ${[...likely, ...rest].map(({ code }) => code).join('')}`
  return (
    <Field id={id} label={t`Country or region`} optional={optional} error={error}>
      {(control) => (
        <Select key={order} {...control} {...registration} autoComplete="country" aria-required={!optional}>
          <option value="">{optional ? t`Not specified` : t`Choose`}</option>
          {likely.map(countryOption)}
          {likely.length > 0 && <hr />}
          {rest.map(countryOption)}
        </Select>
      )}
    </Field>
  )
}

/** Renders the field for a phone number, which is read with the country that is chosen above it. */
export function MobileField({ id, registration, optional = false, error }: Props) {
  const { t } = useLingui()
  return (
    <Field
      id={id}
      label={t`Mobile number`}
      optional={optional}
      hint={<Trans>Choose your country above, or begin with + and the country code.</Trans>}
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          {...registration}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          aria-required={!optional}
        />
      )}
    </Field>
  )
}

/** Renders the optional choice of a gender. */
export function GenderField({ id, registration, error }: Props) {
  const { t } = useLingui()
  return (
    <Field id={id} label={t`Gender`} optional error={error}>
      {(control) => (
        <Select {...control} {...registration} autoComplete="sex">
          <option value="none">{t({ id: 'code.gender.none', message: 'Prefer not to say' })}</option>
          <option value="female">{t({ id: 'code.gender.female', message: 'Female' })}</option>
          <option value="male">{t({ id: 'code.gender.male', message: 'Male' })}</option>
        </Select>
      )}
    </Field>
  )
}

/** Renders the optional choice of a year of birth that members may have. */
export function BirthYearField({ id, registration, error }: Props) {
  const { t } = useLingui()
  const { from, to } = birthYears(useNow(DAY_MS))
  const years = Array.from({ length: to - from + 1 }, (_, index) => to - index)
  return (
    <Field id={id} label={t`Year of birth`} optional error={error}>
      {(control) => (
        <Select {...control} {...registration} autoComplete="bday-year">
          <option value="">{t`Not specified`}</option>
          {years.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
