import { Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaymentMethod } from '#data/pass.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Choice } from '#ui/choice.tsx'
import { Icon } from '#ui/icon.tsx'
import note from './note.module.css'
import styles from './payment.module.css'

interface Props {
  /** The methods that the gateway offers; none while payment is not possible. */
  methods: readonly PaymentMethod[]
  value: PaymentMethod | null
  onChange: (value: PaymentMethod) => void
  error: ReactNode
  /** A sentence below the methods. */
  children: ReactNode
}

/** Returns the method to begin with: the one chosen before, else the likely one of the language, else the first. */
export const useFirstMethod = (
  methods: readonly PaymentMethod[],
  before: string | null | undefined,
): PaymentMethod | null => {
  const likely = useLocale() === 'chs' ? 'unionpay_amex' : 'overseas_card'
  return [before, likely, ...methods].map((one) => methods.find((offered) => offered === one)).find(Boolean) ?? null
}

/** Renders the choice of a payment method, or that payment is not possible at the moment. */
export function MethodField({ methods, value, onChange, error, children }: Props) {
  const { t } = useLingui()
  const texts: Record<PaymentMethod, { label: string; hint: string }> = {
    overseas_card: { label: t`Visa, Mastercard or JCB`, hint: t`Card issued outside Korea` },
    unionpay_amex: { label: t`UnionPay or Amex`, hint: t`Card issued outside Korea` },
  }
  return (
    <section className={styles.block}>
      {methods.length > 0 ? (
        <Choice
          id="pay-method"
          label={t`Pay with`}
          value={value}
          options={methods.map((method) => ({ value: method, ...texts[method] }))}
          onChange={onChange}
          error={error}
        />
      ) : (
        <p role="alert">
          <Trans>Payment is not possible at the moment. You have not been charged. Try again later.</Trans>
        </p>
      )}
      <p className={note.note}>
        <Icon of={Info} size={16} />
        {children}
      </p>
    </section>
  )
}
