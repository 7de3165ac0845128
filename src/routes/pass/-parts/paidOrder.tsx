import { Plural, Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import type { Order } from '#contract/calls/pass.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { OrderTicket } from '../../-shared/productTicket.tsx'
import screen from '../../-shared/screen.module.css'
import styles from './pass.module.css'

/** Renders a paid order, and how to show or collect the pass. */
export function PaidOrder({ order }: { order: Order }) {
  const { price, zone } = useFormat()
  const { data } = useCatalogue()
  const count = order.passCnt
  const { paidAt, cancelUntil } = order
  const product = data?.products.find(({ gdsUid }) => gdsUid === order.gdsUid)
  const title = product?.name ?? order.passType
  return (
    <>
      <div className={styles.outcome} data-tone="kelp" role="status">
        <h2>
          <Icon of={BadgeCheck} />
          <Plural value={count} one="Your pass has been issued" other="Your # passes have been issued" />
        </h2>
        {product && (
          <p className={screen.lead}>
            {product.medium === 'card' ? (
              <Trans>Collect card passes at an exchange desk. Bring your passport or photo ID.</Trans>
            ) : (
              <Trans>
                If a pass has not been set up on a phone yet, open My Pass while you are online and choose “Show on this
                phone”. Once a pass is set up on this phone, it works offline.
              </Trans>
            )}
          </p>
        )}
      </div>
      <OrderTicket
        passType={order.passType}
        title={title}
        text={<Plural value={count} one="# pass" other="# passes" />}
        end={<span className={styles.amount}>{price(order.amount)}</span>}
      />
      <dl className={styles.bill}>
        <div>
          <dt>
            <Trans>Order number</Trans>
          </dt>
          <dd>{order.orderNumber}</dd>
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
              {product?.medium === 'card' ? (
                <Trans>Free cancellation if unused and the card has not been collected, until</Trans>
              ) : (
                <Trans>Free cancellation if unused, until</Trans>
              )}
            </dt>
            <dd>{zone.home.date(cancelUntil, 'long')}</dd>
          </div>
        )}
      </dl>
      <div className={styles.ways}>
        <LinkButton to="/myPage/myPass" full>
          <Trans>Open My Pass</Trans>
        </LinkButton>
        <LinkButton to="/attractions" kind="outline" full>
          <Trans>Find attractions</Trans>
        </LinkButton>
      </div>
    </>
  )
}
