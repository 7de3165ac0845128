import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'

export interface CancelPolicy {
  /** Cancelling refunds in full until then, ms; null: see `cancelDays`. */
  cancelUntil: number | null
  /** Vouchers: days after the payment in which they are refunded. */
  cancelDays: number | null
  confirmation: 'instant' | 'request'
}

/** Returns a function that writes the end of free cancellation in one sentence; `now` in ms. */
export const useCancelText = (): ((policy: CancelPolicy, now: number) => string) => {
  const { t } = useLingui()
  const { date } = useFormat()
  return ({ cancelUntil, cancelDays }, now) => {
    const hours = (cancelDays ?? 0) * 24
    if (cancelUntil === null)
      return hours > 0
        ? t`Free cancellation within ${hours} hours of payment, while the voucher is unused and its eSIM or ticket code has not been shown. After that there is no refund.`
        : t`This reservation cannot be cancelled for a refund.`
    const until = date(cancelUntil, 'long')
    return now < cancelUntil
      ? t`Free cancellation until ${until} (Korean time). After that there is no refund.`
      : t`The free cancellation period has ended: this reservation can no longer be cancelled for a refund.`
  }
}
