import { Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { RECONCILE_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { fetchCartOrder, type CartOrder } from '#data/cartOrder.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Scene } from '#art/scene.tsx'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { ConfirmingPayment } from '../../-shared/payment/confirmingPayment.tsx'
import order from '../../-shared/payment/order.module.css'
import { LapsedOrder } from '../../-shared/payment/lapsedOrder.tsx'
import { OrderNotFound } from '../../-shared/payment/orderNotFound.tsx'
import { PaymentEnd, usePaymentEnd } from '../../-shared/payment/paymentEnd.tsx'
import { openPaymentPage } from '../../-shared/payment/paymentRedirect.ts'
import { usePolled } from '../../-shared/payment/usePolled.ts'
import screen from '../../-shared/screen.module.css'

interface Props {
  ord: string
}

/** Renders the order of a cart: how its payment ended, and what its lines have become. */
export function CartOrderScreen({ ord }: Props) {
  const { state, user } = useSession()
  // A sign-in mounts the order anew, since polling does not restart after a refused token.
  return state === 'member' ? <MemberCart key={user?.memberId} ord={ord} /> : <LapsedCart ord={ord} />
}

function Frame({ state, children }: { state?: CartOrder['state'] | undefined; children: ReactNode }) {
  return (
    <main data-screen="/cart/completed" data-order={state} className={screen.page}>
      <TopBar title={<Trans>Your order</Trans>} />
      {children}
    </main>
  )
}

function LapsedCart({ ord }: Props) {
  return (
    <Frame>
      <LapsedOrder ord={ord} path="/cart/completed" />
    </Frame>
  )
}

function MemberCart({ ord }: Props) {
  const errorText = useErrorText()
  const { answer, failure, isSlow, retry } = usePolled({
    key: ord,
    fetch: () => fetchCartOrder(ord),
    isSettled: ({ state }: CartOrder) => state !== 'pending',
  })
  if (failure?.code === 'E_TOKEN') return <LapsedCart ord={ord} />
  return (
    <Frame state={answer?.state}>
      {answer === null && failure?.code === 'E_NOT_FOUND' ? (
        <OrderNotFound of="cart" />
      ) : answer === null && failure ? (
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
    </Frame>
  )
}

interface PendingProps {
  order: CartOrder | null
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

/** Renders a cart whose payment is not confirmed. Back from the bank leads to this screen, and from it to the bank. */
function PendingCart({ order: pending, hasFailed, isSlow, onRetry }: PendingProps) {
  const minutes = RECONCILE_MS / MINUTE_MS
  return (
    <ConfirmingPayment
      hasFailed={hasFailed}
      isSlow={isSlow}
      slow={
        <Trans>
          This is taking longer than usual. You can leave this page. Your order will be confirmed or cancelled, usually
          within {minutes} minutes. If it is confirmed, you will find what you bought in My Pass or My Page. Any payment
          for a cancelled order will be returned in full.
        </Trans>
      }
      unreachable={
        <Trans>
          We cannot check your order right now. If the payment is confirmed, you will find what you bought in My Pass or
          My Page. If not, the order will be cancelled and any payment returned.
        </Trans>
      }
      onRetry={onRetry}
    >
      {pending?.payUrl && (
        <Button kind="outline" full onClick={() => openPaymentPage(pending)}>
          <Trans>Back to payment</Trans>
        </Button>
      )}
    </ConfirmingPayment>
  )
}

/** Renders a paid cart: each pass and reservation with its link. */
function PaidCart({ order: paid }: { order: CartOrder }) {
  const { price } = useFormat()
  return (
    <>
      <div className={order.outcome} data-tone="kelp" role="status">
        <h2>
          <Icon of={BadgeCheck} />
          <Trans>Your order is paid</Trans>
        </h2>
        <p className={screen.lead}>
          <Trans>You will find passes in My Pass and reservations in My Page.</Trans>
        </p>
      </div>
      <dl className={order.bill}>
        <div>
          <dt>
            <Trans>Order number</Trans>
          </dt>
          <dd>{paid.orderNumber}</dd>
        </div>
        <div>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd>{price(paid.amount)}</dd>
        </div>
      </dl>
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

/** Renders a declined, cancelled or refunded cart: nothing was bought, and no charge stays. */
function UnpaidCart({ order: unpaid }: { order: CartOrder }) {
  return (
    <PaymentEnd
      texts={usePaymentEnd(unpaid)}
      number={{ label: <Trans>Order number</Trans>, value: unpaid.orderNumber }}
      // The received sum differs from the price, and the order holds only the price.
      amount={unpaid.reason === 'amount' ? null : unpaid.amount}
    >
      <LinkButton to="/cart" replace full>
        <Trans>Back to the cart</Trans>
      </LinkButton>
    </PaymentEnd>
  )
}
