import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { HISTORY_MONTHS } from '#contract/limits.ts'
import { useMyPasses } from '#data/myPass.ts'
import { usePurchases, type Purchase } from '#data/purchases.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { PurchaseDetails } from './purchaseDetails.tsx'
import { PurchaseTicket } from './purchaseTicket.tsx'
import { usePurchaseName } from './usePurchaseName.ts'
import styles from './purchase.module.css'

/** Renders the purchases of the last three months (spec 9.11), on a desktop beside the one of `ord`. Works offline. */
export function PurchaseHistoryScreen({ ord }: { ord: string | undefined }) {
  const { t } = useLingui()
  const { status, at, list } = usePurchases()
  const { state } = useSession()
  const isWide = useIsWide()
  const older = useOlderOrders(list)
  const months = HISTORY_MONTHS
  return (
    <main data-screen="/myPage/purchaseHistory" className={styles.screen}>
      <TopBar title={<Trans>Purchase History</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/purchaseHistory" />
      ) : list.length === 0 && status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading your purchases`} />
          <Skeleton height="5rem" radius="var(--radius-card)" />
          <Skeleton height="5rem" radius="var(--radius-card)" />
        </>
      ) : list.length === 0 && status === 'failed' ? (
        <ErrorState
          scene={<Scene name="gwangan" />}
          title={<Trans>Could not load your purchases</Trans>}
          text={<Trans>Your purchases will appear here as soon as they can be loaded. Check your connection.</Trans>}
        />
      ) : list.length === 0 && older.length === 0 ? (
        <EmptyState
          scene={<Scene name="gwangan" />}
          title={<Trans>No purchase history</Trans>}
          text={<Trans>Your purchases appear here, even without a connection.</Trans>}
          actions={
            <LinkButton to="/pass" full>
              <Trans>See the passes</Trans>
            </LinkButton>
          }
        />
      ) : (
        <>
          {list.length === 0 ? null : isWide ? <Reader list={list} ord={ord} /> : <List list={list} />}
          {older.length > 0 && <OlderOrders orders={older} />}
          <p className={screen.second}>
            <Trans>
              This list goes back {months} months. Older purchases stay listed for as long as you have passes from them.
            </Trans>
          </p>
          <DataAge at={at} />
        </>
      )}
    </main>
  )
}

interface OlderOrder {
  ordUid: string
  orderNumber: string
  passType: string
}

/** Returns the purchases that are too old for the list and whose passes the member still has; no gifts of others. */
const useOlderOrders = (listed: Purchase[]): OlderOrder[] => {
  const { list } = useMyPasses()
  const listedUids = new Set(listed.map(({ ordUid }) => ordUid))
  const own = list.filter(({ ordUid, paidPrice = null }) => paidPrice !== null && !listedUids.has(ordUid))
  return [
    ...new Map(own.map(({ ordUid, orderNumber, passType }) => [ordUid, { ordUid, orderNumber, passType }])).values(),
  ]
}

function OlderOrders({ orders }: { orders: OlderOrder[] }) {
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Older purchases</Trans>
      </h2>
      <ul className={styles.units}>
        {orders.map(({ ordUid, orderNumber, passType }) => (
          <li key={ordUid}>
            <Link to="/myPage/purchase_detail" search={{ ord: ordUid }} className={screen.link}>
              <Trans>Order {orderNumber}</Trans>
            </Link>
            <span>{passType}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function List({ list }: { list: Purchase[] }) {
  const nameOf = usePurchaseName()
  return (
    <ul className={styles.list}>
      {list.map((purchase) => (
        <li key={purchase.ordUid} data-purchase={purchase.ordUid} className={screen.covered}>
          <PurchaseTicket
            purchase={purchase}
            title={
              <Link to="/myPage/purchase_detail" search={{ ord: purchase.ordUid }} className={styles.name}>
                {nameOf(purchase)}
              </Link>
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** Renders the list beside the chosen purchase, at first the newest. The choice is in the address, so a reload keeps it. */
function Reader({ list, ord }: { list: Purchase[]; ord: string | undefined }) {
  const nameOf = usePurchaseName()
  const navigate = useNavigate()
  const chosen = list.find(({ ordUid }) => ordUid === ord) ?? list[0]
  const choose = (ordUid: string) =>
    void navigate({ to: '/myPage/purchaseHistory', search: { ord: ordUid }, replace: true, resetScroll: false })
  return (
    <Columns
      detail
      aside={
        chosen && (
          <section className={styles.panel} aria-label={nameOf(chosen)}>
            <PurchaseDetails key={chosen.ordUid} ord={chosen.ordUid} stored={chosen} />
          </section>
        )
      }
    >
      <ul className={styles.list}>
        {list.map((purchase) => {
          const isChosen = purchase === chosen
          return (
            <li
              key={purchase.ordUid}
              data-purchase={purchase.ordUid}
              className={screen.covered}
              {...(isChosen && { 'data-chosen': true })}
            >
              <PurchaseTicket
                purchase={purchase}
                title={
                  <button
                    type="button"
                    className={styles.name}
                    aria-pressed={isChosen}
                    onClick={() => choose(purchase.ordUid)}
                  >
                    {nameOf(purchase)}
                  </button>
                }
              />
            </li>
          )
        })}
      </ul>
    </Columns>
  )
}
