import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, CreditCard, Undo2 } from 'lucide-react'
import type { Order } from '#contract/calls/pass.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import screen from '../../-parts/screen.module.css'
import styles from './pass.module.css'

interface Words {
  icon: IconType
  tone: 'red' | 'amber'
  title: string
  what: string
  next: string
}

/** Why there is no pass, that nothing is lost, and what to do. */
const useWords = ({ state, reason }: Order): Words => {
  const { t } = useLingui()
  if (state === 'refunded') {
    const what = {
      late: t`The payment arrived after the order had been closed, so there is no pass.`,
      amount: t`The amount that arrived was not the price, so there is no pass.`,
    }
    return {
      icon: Undo2,
      tone: 'amber',
      title: t`Your money is on its way back`,
      what: reason === 'late' || reason === 'amount' ? what[reason] : t`This order was refunded in full.`,
      next: t`The full amount goes back to your card. Banks take a few working days to show it.`,
    }
  }
  if (state === 'cancelled') {
    return {
      icon: CircleSlash,
      tone: 'amber',
      title: t`The order was cancelled`,
      what: reason === 'abandoned' ? t`The payment was not finished.` : t`There is no pass from this order.`,
      next: t`Nothing has been charged. You can order again at any time.`,
    }
  }
  return {
    icon: CreditCard,
    tone: 'red',
    title: t`The payment was declined`,
    what:
      reason === 'domestic_card'
        ? t`This card was issued in Korea. Passes can only be paid with cards issued outside Korea.`
        : t`Your bank did not allow this payment.`,
    next:
      reason === 'domestic_card'
        ? t`Nothing has been charged. Try again with a card issued outside Korea.`
        : t`Nothing has been charged. Check the card’s limit for payments abroad, or use another card.`,
  }
}

/** Declined, cancelled or refunded: no pass, and no charge that stays. */
export function Unpaid({ order }: { order: Order }) {
  const { price } = useFormat()
  const { data } = useCatalogue()
  const words = useWords(order)
  const product = data?.products.find(({ gdsUid }) => gdsUid === order.gdsUid)
  return (
    <>
      <div className={styles.outcome} data-tone={words.tone} role="alert">
        <h2>
          <Icon of={words.icon} />
          {words.title}
        </h2>
        <p>{words.what}</p>
        <p className={screen.lead}>{words.next}</p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>
            <Trans>Order number</Trans>
          </dt>
          <dd>{order.orderNumber}</dd>
        </div>
        <div>
          <dt>{order.state === 'refunded' ? <Trans>Refunded</Trans> : <Trans>Not charged</Trans>}</dt>
          <dd>{price(order.amount)}</dd>
        </div>
      </dl>
      <div className={styles.ways}>
        {order.state === 'declined' && product && (
          <LinkButton
            to="/pass/paymentInfo"
            search={{ gdsDtlUid: product.gdsDtlUid, passCnt: order.passCnt }}
            replace
            full
          >
            <Trans>Try again</Trans>
          </LinkButton>
        )}
        <LinkButton to="/pass" kind={order.state === 'declined' ? 'outline' : 'primary'} full>
          <Trans>See the passes</Trans>
        </LinkButton>
        <LinkButton to="/service/inquiry" kind="quiet" full>
          <Trans>Ask us</Trans>
        </LinkButton>
      </div>
    </>
  )
}
