import { Plural, Trans } from '@lingui/react/macro'
import { CalendarClock, CreditCard, TicketPercent, TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCoupons } from '#data/coupons.ts'
import type { PurchaseDetail } from '#data/purchases.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import styles from './refund.module.css'

interface Props {
  purchase: PurchaseDetail
  /** `passUid` of the chosen units. */
  passUids: readonly string[]
}

/** Returns what the server refunds (KRW) for the chosen units; null while none is chosen or it has not told. */
export const refundOf = ({ refundSteps, refundable, units }: PurchaseDetail, chosen: number): number | null => {
  if (chosen === 0) return null
  const free = units.filter(({ refundYn }) => refundYn === 'Y').length
  return refundSteps?.[chosen - 1] ?? (chosen === free ? refundable : null)
}

/** Returns whether our staff decide a request for these units; otherwise it is refunded by rule. */
export const isForDesk = ({ units }: PurchaseDetail, passUids: readonly string[]): boolean =>
  units.some(({ passUid, deskYn }) => passUids.includes(passUid) && deskYn === 'Y')

/** Renders what comes back and by when, before anything is sent: amount, fees, passes, coupon and points. */
export function RefundSummary({ purchase, passUids }: Props) {
  const { price } = useFormat()
  const coupon = useCoupons().list.find(({ ordUid }) => ordUid === purchase.ordUid)
  const amount = refundOf(purchase, passUids.length)
  const count = passUids.length
  const couponName = coupon?.name ?? ''
  return (
    <section className={styles.back} aria-live="polite">
      <h2>
        <Trans>What you get back</Trans>
      </h2>
      <p className={styles.sum}>
        <span>
          <Plural value={count} _0="No pass chosen" one="# pass" other="# passes" />
        </span>
        <strong>{amount === null ? '–' : price(amount)}</strong>
      </p>
      <ul>
        <Line icon={CreditCard}>
          <Trans>There is no fee. The amount goes back to the card you paid with.</Trans>
        </Line>
        <Line icon={CalendarClock}>
          {isForDesk(purchase, passUids) ? (
            <Trans>
              Our staff will decide on this request, because the free cancellation period is over or a card pass was
              collected. If they approve it, card companies usually need 7 to 14 working days.
            </Trans>
          ) : (
            <Trans>Card companies usually need 7 to 14 working days.</Trans>
          )}
        </Line>
        <Line icon={TicketX}>
          {isForDesk(purchase, passUids) ? (
            <Trans>Passes in this request cannot be used for entry until our staff decide.</Trans>
          ) : (
            <Trans>Passes in this request become void immediately and cannot be restored.</Trans>
          )}
        </Line>
        {coupon && (
          <Line icon={TicketPercent}>
            <Trans>
              Your coupon ({couponName}) can be used again once everything you bought with it is refunded, unless the
              coupon has expired.
            </Trans>
          </Line>
        )}
        {purchase.points > 0 && (
          <Line icon={TicketPercent}>
            <Trans>Points that you spent on refunded passes return to your balance.</Trans>
          </Line>
        )}
      </ul>
    </section>
  )
}

function Line({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} size={20} />
      <span>{children}</span>
    </li>
  )
}
