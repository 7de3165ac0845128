import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, CircleSlash, CloudOff, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { fetchCartOrder, type CartOrder } from '#data/cartOrder.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Scene } from '#art/scene.tsx'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import order from '../../-shared/payment/order.module.css'
import { openPaymentPage } from '../../-shared/payment/paymentRedirect.ts'
import { usePolled } from '../../-shared/payment/usePolled.ts'
import screen from '../../-shared/screen.module.css'

/** Renders the order of a cart: how its payment ended, and what its lines have become. */
export function CartOrderScreen({ ord }: { ord: string }) {
  const errorText = useErrorText()
  const { answer, failure, isSlow, retry } = usePolled({
    key: ord,
    fetch: () => fetchCartOrder(ord),
    isSettled: ({ state }: CartOrder) => state !== 'pending',
  })
  return (
    <main data-screen="/cart/completed" data-order={answer?.state} className={screen.page}>
      <TopBar title={<Trans>Your order</Trans>} />
      {answer === null && failure ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not load your order</Trans>}
          text={errorText(failure)}
          onRetry={retry}
        />
      ) : answer === null || answer.state === 'pending' ? (
        <PendingCart order={answer} hasFailed={failure !== null} isSlow={isSlow} onRetry={retry} />
      ) : answer.state === 'paid' ? (
        <PaidCart order={answer} />
      ) : (
        <UnpaidCart order={answer} />
      )}
    </main>
  )
}

interface PendingProps {
  order: CartOrder | null
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

function PendingCart({ order: pending, hasFailed, isSlow, onRetry }: PendingProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  return (
    <>
      <div className={order.outcome} data-tone="amber">
        <LoadingLine label={t`Confirming your payment`} />
        <h2>
          <Icon of={Hourglass} />
          <Trans>Confirming your payment</Trans>
        </h2>
        <p className={screen.lead}>
          <Trans>This usually takes a few seconds. As soon as your payment is confirmed, you will see it here.</Trans>
        </p>
      </div>
      {(!isOnline || hasFailed) && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>
            We cannot check your order right now. Once the payment is confirmed, you will find what you bought in My
            Pass. Otherwise the order will be cancelled and any payment returned.
          </Trans>
        </Banner>
      )}
      <div className={order.ways}>
        {(isSlow || hasFailed) && (
          <Button full onClick={onRetry}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {pending?.payUrl && (
          <Button kind="outline" full onClick={() => openPaymentPage(pending)}>
            <Trans>Back to the payment</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

/** Renders a paid cart: each pass and reservation with its link. */
function PaidCart({ order: paid }: { order: CartOrder }) {
  return (
    <>
      <div className={order.outcome} data-tone="kelp" role="status">
        <h2>
          <Icon of={BadgeCheck} />
          <Trans>Your cart is paid</Trans>
        </h2>
        <p className={screen.lead}>
          <Trans>You will find the passes in My Pass and the reservations in My Page.</Trans>
        </p>
      </div>
      <CartBill order={paid}>
        <Trans>Total</Trans>
      </CartBill>
      <ul className={screen.rows}>
        {paid.lines.map((line) => (
          <PaidLine key={line.ordUid} line={line} />
        ))}
      </ul>
      <ActionBar>
        <LinkButton to="/myPage/myPass" full>
          <Trans>Open My Pass</Trans>
        </LinkButton>
      </ActionBar>
    </>
  )
}

function PaidLine({ line: { kind, ordUid, rsvtUid, name, count, amount } }: { line: CartOrder['lines'][number] }) {
  const { price } = useFormat()
  return (
    <li className={screen.line} data-line={kind}>
      <span>
        <strong>{name}</strong>
        <br />
        <span className={screen.second}>
          × {count} · {price(amount)}
        </span>
      </span>
      {rsvtUid === null ? (
        <LinkButton to="/myPage/purchase_detail" search={{ ord: ordUid }} kind="outline" size="small">
          <Trans>Order details</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/myPage/reservations" search={{ rsvtUid }} kind="outline" size="small">
          <Trans>Reservation</Trans>
        </LinkButton>
      )}
    </li>
  )
}

/** Did money come for the closed order? Then it goes back. */
const isReceived = ({ reason }: CartOrder): boolean => reason === 'late' || reason === 'amount'

/** Renders a declined, cancelled or refunded cart: nothing was bought, and no charge stays. */
function UnpaidCart({ order: unpaid }: { order: CartOrder }) {
  const { t } = useLingui()
  const { state } = unpaid
  const texts =
    state === 'refunded'
      ? {
          title: t`We have refunded your payment`,
          next: t`The full amount goes back to your card. Card companies usually need 7 to 14 working days.`,
        }
      : state === 'cancelled'
        ? {
            title: t`The order was cancelled`,
            next: isReceived(unpaid)
              ? t`We are returning your payment in full. Card companies usually need 7 to 14 working days.`
              : t`You will not be charged for this order: any payment that arrives is returned in full. You can order again at any time.`,
          }
        : unpaid.reason === 'domestic_card'
          ? {
              title: t`The payment was declined`,
              next: t`You have not been charged. Try again with a card issued outside Korea.`,
            }
          : {
              title: t`The payment did not go through`,
              next: t`You have not been charged. Check your card’s limit for payments abroad, or use another card.`,
            }
  return (
    <>
      <div className={order.outcome} data-tone="amber" role="alert">
        <h2>
          <Icon of={CircleSlash} />
          {texts.title}
        </h2>
        <p className={screen.lead}>{texts.next}</p>
      </div>
      <CartBill order={unpaid}>
        {state === 'refunded' ? (
          <Trans>Refunded</Trans>
        ) : isReceived(unpaid) ? (
          <Trans>Being refunded</Trans>
        ) : (
          <Trans>Not charged</Trans>
        )}
      </CartBill>
      <div className={order.ways}>
        <LinkButton to="/cart" replace full>
          <Trans>Back to the cart</Trans>
        </LinkButton>
        <LinkButton to="/service/inquiry" kind="quiet" full>
          <Trans>Contact us</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function CartBill({ order: { orderNumber, amount }, children }: { order: CartOrder; children: ReactNode }) {
  const { price } = useFormat()
  return (
    <dl className={order.bill}>
      <div>
        <dt>
          <Trans>Order number</Trans>
        </dt>
        <dd>{orderNumber}</dd>
      </div>
      <div>
        <dt>{children}</dt>
        <dd>{price(amount)}</dd>
      </div>
    </dl>
  )
}
