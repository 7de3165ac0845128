import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { BCP47 } from '#contract/locales.ts'
import { birthYears } from '#contract/rules/age.ts'
import { DAY_MS } from '#contract/time.ts'
import { useCountries } from '#data/join.ts'
import { useNow } from '#data/clock.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/textArea.tsx'
import { TextInput } from '#ui/textInput.tsx'
import screen from '../../-shared/screen.module.css'
import type { Draft } from './joinDraft.ts'
import styles from './join.module.css'

interface Props {
  register: UseFormRegister<Draft['details']>
  mobileError: ReactNode
}

/** Renders the optional fields: gender, year of birth, country, phone number. */
export function OptionalDetails({ register, mobileError }: Props) {
  const { t } = useLingui()
  const locale = useLocale()
  const list = useCountries().data?.country
  const { from, to } = birthYears(useNow(DAY_MS))
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(BCP47[locale])
    return list?.toSorted((a, b) => compare(a.name, b.name)) ?? []
  }, [list, locale])
  const years = Array.from({ length: to - from + 1 }, (_, index) => to - index)
  return (
    <section className={styles.more} aria-labelledby="join-more">
      <div className={screen.head}>
        <h3 id="join-more">
          <Trans>Optional details</Trans>
        </h3>
        <p className={screen.second}>
          <Trans>You can leave these blank.</Trans>
        </p>
      </div>
      <div className={screen.half}>
        <Field id="join-gender" label={t`Gender`} optional>
          {(control) => (
            <Select {...control} {...register('gender')} autoComplete="sex">
              <option value="none">{t({ id: 'code.gender.none', message: 'Prefer not to say' })}</option>
              <option value="female">{t({ id: 'code.gender.female', message: 'Female' })}</option>
              <option value="male">{t({ id: 'code.gender.male', message: 'Male' })}</option>
            </Select>
          )}
        </Field>
        <Field id="join-birthYear" label={t`Year of birth`} optional>
          {(control) => (
            <Select {...control} {...register('birthYear')} autoComplete="bday-year">
              <option value="">{t`Not specified`}</option>
              {years.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field id="join-ntnCd" label={t`Country or region`} optional>
        {(control) => (
          <Select key={countries.length} {...control} {...register('ntnCd')} autoComplete="country">
            <option value="">{t`Not specified`}</option>
            {countries.map(({ code, name, dial }) => (
              <option key={code} value={code}>
                {name} ({dial})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id="join-mobile"
        label={t`Mobile number`}
        optional
        hint={<Trans>Choose your country above, or begin with + and the country code.</Trans>}
        error={mobileError}
      >
        {(control) => <TextInput {...control} {...register('mobile')} type="tel" inputMode="tel" autoComplete="tel" />}
      </Field>
    </section>
  )
}
