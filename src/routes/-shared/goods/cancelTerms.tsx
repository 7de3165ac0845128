import { Plural, Trans } from '@lingui/react/macro'
import { CalendarX2, CircleCheck, Clock3 } from 'lucide-react'
import { RESERVE_CANCEL_HOURS, VOUCHER_CANCEL_DAYS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import frame from '../detail/detail.module.css'
import styles from './goods.module.css'
import type { GoodsChoice } from './useGoodsChoice.ts'

/** Renders until when a reservation is cancelled for a full refund, before anything is paid. */
export function CancelTerms({ choice }: { choice: GoodsChoice }) {
  const now = useNow(MINUTE_MS)
  const { kind } = choice.goods
  const isOver = choice.cancelUntil !== null && choice.cancelUntil <= now
  const hours = kind === 'voucher' ? VOUCHER_CANCEL_DAYS * 24 : kind === 'pass' ? 0 : RESERVE_CANCEL_HOURS[kind]
  return (
    <section className={frame.section}>
      <h2>
        <Trans>Cancelling</Trans>
      </h2>
      <ul className={styles.terms}>
        <li>
          <Icon of={CircleCheck} size={20} />
          {kind === 'voucher' ? (
            <Trans>
              Free cancellation within {hours} hours of payment, while the voucher is unused and its eSIM or ticket code
              has not been shown. After that there is no refund.
            </Trans>
          ) : choice.cancelUntil === null ? (
            <Plural
              value={hours}
              one="Free cancellation up to # hour before the start."
              other="Free cancellation up to # hours before the start."
            />
          ) : isOver ? (
            <Trans>With so little time before the start, you cannot cancel a confirmed reservation.</Trans>
          ) : (
            <Deadline cancelUntil={choice.cancelUntil} />
          )}
        </li>
        {kind !== 'voucher' && !isOver && (
          <li>
            <Icon of={CalendarX2} size={20} />
            <Trans>After that there is no refund.</Trans>
          </li>
        )}
        {choice.option?.confirmation === 'request' && (
          <li>
            <Icon of={Clock3} size={20} />
            <Trans>
              The place has 48 hours from your payment to confirm. If it does not, you get the full amount back.
            </Trans>
          </li>
        )}
      </ul>
    </section>
  )
}

function Deadline({ cancelUntil }: { cancelUntil: number }) {
  const { date } = useFormat()
  const when = date(cancelUntil, 'long')
  return (
    <span>
      <Trans>Free cancellation until {when} (Korean time).</Trans>
    </span>
  )
}
