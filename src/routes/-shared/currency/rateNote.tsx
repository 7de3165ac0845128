import { Trans } from '@lingui/react/macro'
import type { Currency } from '#contract/rules/currency.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { useRate, useShownCurrency } from '#data/currency.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './approximatePrice.module.css'

/** Renders the day of the rate, and that the won is what is charged: once on each screen with approximate prices. */
export function RateNote() {
  const currency = useShownCurrency()
  return currency && <Note currency={currency} />
}

function Note({ currency }: { currency: Currency }) {
  const { date } = useFormat()
  const rate = useRate(currency)
  if (!rate) return null
  const { source, sampleYn } = rate.table
  const day = date(koreanDayStart(rate.table.date), 'day')
  return (
    <p className={styles.note}>
      {sampleYn === 'Y' ? (
        <Trans>Amounts in other currencies use sample rates. You are charged in won.</Trans>
      ) : (
        <Trans>
          Exchange rate on {day} ({source}). You are charged in won.
        </Trans>
      )}
    </p>
  )
}
