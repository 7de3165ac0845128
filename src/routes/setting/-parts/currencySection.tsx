import { Trans, useLingui } from '@lingui/react/macro'
import { CURRENCIES, isCurrency } from '#contract/rules/currency.ts'
import { setCurrency, useCurrency } from '#data/currency.ts'
import { useFormat } from '#i18n/format.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/textArea.tsx'
import { RateNote } from '../../-shared/currency/rateNote.tsx'
import styles from './setting.module.css'

/** Renders the choice of the currency in which prices are also shown, and the day of its rate. */
export function CurrencySection() {
  const { t } = useLingui()
  const { currencyName } = useFormat()
  const currency = useCurrency()
  return (
    <section className={styles.part}>
      <h2>
        <Trans>Prices</Trans>
      </h2>
      <Field label={<Trans>Also show prices in</Trans>}>
        {(control) => (
          <Select
            {...control}
            value={currency ?? ''}
            onChange={({ target }) => setCurrency(isCurrency(target.value) ? target.value : null)}
          >
            <option value="">{t`No other currency`}</option>
            {CURRENCIES.map((code) => {
              const name = currencyName(code)
              return <option key={code} value={code}>{t`${name} (${code})`}</option>
            })}
          </Select>
        )}
      </Field>
      <RateNote />
    </section>
  )
}
