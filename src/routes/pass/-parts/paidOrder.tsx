import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import type { Order } from '#contract/calls/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import screen from '../../-shared/screen.module.css'
import { BindingState } from './bindingState.tsx'
import styles from './completed.module.css'
import { IssuedTicket } from './issuedTicket.tsx'
import { useBoughtPasses } from './useBoughtPasses.ts'

/** Renders a paid order: its passes as tickets, what to do with them, and the facts of the order. */
export function PaidOrder({ order }: { order: Order }) {
  const { t } = useLingui()
  const { price, zone } = useFormat()
  const bought = useBoughtPasses(order)
  const { paidAt, cancelUntil, passType } = order
  const { passes, onComputer, busy } = bought
  // Tickets are drawn before the passes are on this device; a pass that was given away is not drawn any more.
  const tickets = passes.length > 0 ? passes : Array.from({ length: order.passCnt }, () => null)
  const count = tickets.length
  return (
    <div className={styles.paid}>
      <div className={styles.issued}>
        <h2 className={styles.title}>
          <Icon of={BadgeCheck} size={28} />
          <Plural value={order.passCnt} one="Here is your pass" other="Here are your # passes" />
        </h2>
        {order.medium === 'card' ? (
          <p className={screen.lead}>
            <Plural
              value={order.passCnt}
              one="Show the voucher at an exchange desk to collect your card. Bring your passport or photo ID."
              other="Show the vouchers at an exchange desk to collect your cards. Bring your passport or photo ID."
            />
          </p>
        ) : (
          <BindingState bought={bought} />
        )}
        <ol className={styles.tickets} aria-label={t`Your passes`}>
          {tickets.map((each, index) => (
            <IssuedTicket
              // The place of a ticket, so that it is not printed again when its pass arrives.
              key={index}
              passType={passType}
              nth={index + 1}
              count={count}
              bought={each}
              onComputer={onComputer}
              busy={busy}
            />
          ))}
        </ol>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>Order number</Trans>
          </dt>
          <dd>{order.orderNumber}</dd>
        </div>
        <div>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd>{price(order.amount)}</dd>
        </div>
        {paidAt !== null && (
          <div>
            <dt>
              <Trans>Paid</Trans>
            </dt>
            <dd>{zone.home.date(paidAt, 'long')}</dd>
          </div>
        )}
        {cancelUntil !== null && (
          <div>
            <dt>
              {order.medium === 'card' ? (
                <Trans>Free cancellation of unused, uncollected passes until</Trans>
              ) : (
                <Trans>Free cancellation of unused passes until</Trans>
              )}
            </dt>
            <dd>{zone.home.date(cancelUntil, 'long')}</dd>
          </div>
        )}
      </dl>
      <p>
        <LinkButton to="/myPage/purchase_detail" search={{ ord: order.ordUid }} kind="outline" full>
          <Trans>Order details</Trans>
        </LinkButton>
      </p>
      <p>
        <LinkButton to="/attractions" kind="outline" full>
          <Trans>Find attractions</Trans>
        </LinkButton>
      </p>
      <ActionBar className={styles.bar}>
        {order.medium === 'card' ? (
          <LinkButton to="/myPage/voucher" search={{ rsvtUid: order.ordUid }} full>
            <Plural value={order.passCnt} one="Show the voucher" other="Show the vouchers" />
          </LinkButton>
        ) : (
          <LinkButton to="/myPage/myPass" full>
            <Trans>Open My Pass</Trans>
          </LinkButton>
        )}
      </ActionBar>
    </div>
  )
}
