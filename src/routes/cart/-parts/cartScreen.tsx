import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CloudOff, Hourglass } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { cartLineKey, useCart, type CartLine } from '#data/cart.ts'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { ApproximatePrice } from '../../-shared/currency/approximatePrice.tsx'
import { RateNote } from '../../-shared/currency/rateNote.tsx'
import payment from '../../-shared/payment/payment.module.css'
import screen from '../../-shared/screen.module.css'
import styles from './cart.module.css'
import { CartLineRow } from './cartLine.tsx'
import { CartCheckout } from './checkout.tsx'

/** Renders the cart of this phone, also offline; a member who is online pays here. */
export function CartScreen() {
  const { t } = useLingui()
  const { lines, isRead } = useCart()
  return (
    <main data-screen="/cart" data-wide={lines.length > 0 || undefined} className={screen.page}>
      <TopBar title={<Trans>Cart</Trans>} back="/home" />
      {!isRead ? (
        <>
          <LoadingLine label={t`Loading your cart`} />
          <Skeleton height="7rem" />
        </>
      ) : lines.length === 0 ? (
        <EmptyState
          scene={<Scene name="market" />}
          title={<Trans>Your cart is empty</Trans>}
          text={
            <Trans>
              Add passes, hotels, tours, activities and vouchers to your cart, and pay for everything at once.
            </Trans>
          }
          actions={
            <LinkButton to="/pass" full>
              <Trans>See the passes</Trans>
            </LinkButton>
          }
        />
      ) : (
        <FilledCart lines={lines} />
      )}
    </main>
  )
}

function FilledCart({ lines }: { lines: readonly CartLine[] }) {
  const { state } = useSession()
  const isOnline = useOnline()
  const ordUid = lines.find((line) => line.ordUid !== null)?.ordUid ?? null
  if (ordUid !== null)
    return (
      <>
        <Banner
          tone="amber"
          icon={Hourglass}
          role="status"
          isLong
          action={
            <Link to="/cart/completed" search={{ ord: ordUid }} className={screen.link}>
              <Trans>See the order</Trans>
            </Link>
          }
        >
          <Trans>You have already started to pay for these items. See the order before you pay again.</Trans>
        </Banner>
        <CartLines lines={lines} isLocked />
      </>
    )
  const isMember = state === 'member'
  const unpriced = (
    <>
      <CartLines lines={lines} />
      <RateNote />
      <ActionBar className={payment.pay}>
        <CartTotal lines={lines} />
        {!isMember && (
          <LinkButton to="/login" search={{ returnTo: '/cart' }} full>
            <Trans>Sign in to pay</Trans>
          </LinkButton>
        )}
      </ActionBar>
    </>
  )
  return (
    <>
      {!isOnline && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. When you are back online, we will check the prices and you can pay.</Trans>
        </Banner>
      )}
      {isMember ? <CartCheckout lines={lines} isOnline={isOnline} unpriced={unpriced} /> : unpriced}
    </>
  )
}

function CartLines({ lines, isLocked = false }: { lines: readonly CartLine[]; isLocked?: boolean }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, position) => (
        <CartLineRow key={cartLineKey(line)} line={line} position={position} quoted={undefined} isLocked={isLocked} />
      ))}
    </ul>
  )
}

/** Renders the sum at the prices at which the lines were put in. */
function CartTotal({ lines }: { lines: readonly CartLine[] }) {
  const { price } = useFormat()
  const sumKrw = lines.reduce((sum, { unitPrice, count }) => sum + unitPrice * count, 0)
  return (
    <p className={payment.total}>
      <span>
        <Trans>Total</Trans>
      </span>
      <ApproximatePrice krw={sumKrw} />
      <strong>{price(sumKrw)}</strong>
    </p>
  )
}
