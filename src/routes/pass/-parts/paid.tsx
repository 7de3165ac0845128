import { Plural, Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import type { Order } from '#contract/calls/pass.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { OrderTicket } from '../../-parts/pass-paper.tsx'
import screen from '../../-parts/screen.module.css'
import styles from './pass.module.css'

/** Paid: the pass is there, and how to show it. */
export function Paid({ order }: { order: Order }) {
  const { price, date } = useFormat()
  const { data } = useCatalogue()
  const count = order.passCnt
  const { paidAt, cancelUntil } = order
  const title = data?.products.find(({ gdsUid }) => gdsUid === order.gdsUid)?.name ?? order.passType
  return (
    <>
      <div className={styles.outcome} data-tone="kelp" role="status">
        <h2>
          <Icon of={BadgeCheck} />
          <Plural value={count} one="Your pass is ready" other="Your # passes are ready" />
        </h2>
        <p className={screen.lead}>
          <Trans>
            In My Pass, choose “Show on this phone” while you are online. Once a pass is set up on this phone, it works
            offline.
          </Trans>
        </p>
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
            <dd>{date(paidAt, 'long')}</dd>
          </div>
        )}
        {cancelUntil !== null && (
          <div>
            <dt>
              <Trans>Free cancellation until</Trans>
            </dt>
            <dd>{date(cancelUntil, 'day')}</dd>
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
