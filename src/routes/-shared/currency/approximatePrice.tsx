import { useLingui } from '@lingui/react/macro'
import { approximateAmount, type Currency } from '#contract/rules/currency.ts'
import { useRate, useShownCurrency } from '#data/currency.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './approximatePrice.module.css'

/**
 * Renders about how much a price is in the visitor's currency, to stand beside the price in KRW; nothing without a
 * currency or a rate.
 */
export function ApproximatePrice({ krw }: { krw: number }) {
  const currency = useShownCurrency()
  return currency && <About krw={krw} currency={currency} />
}

function About({ krw, currency }: { krw: number; currency: Currency }) {
  const { t } = useLingui()
  const { money } = useFormat()
  const rate = useRate(currency)
  const value = rate && approximateAmount(krw, currency, rate.krwPer10000)
  if (value === null) return null
  const amount = money(value, currency)
  return <span className={styles.about}>{t`about ${amount}`}</span>
}
