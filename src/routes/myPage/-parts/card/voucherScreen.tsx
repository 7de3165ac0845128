import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, TicketCheck } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { useCards, voucherUidOf, type ExchangeCard } from '#data/cards.ts'
import { useDrawnText } from '#data/drawnText.ts'
import { useMirroredPasses } from '#data/myPass.ts'
import { useReservations } from '#data/reservations.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useWakeLock } from '../../../-shared/wakeLock.ts'
import list from '../list.module.css'
import { GoodsVoucherPaper } from '../reservation/goodsVoucherPaper.tsx'
import { Desks } from './desks.tsx'
import { ComparedName } from '../comparedName.tsx'
import { BringId } from './bringId.tsx'
import styles from './voucher.module.css'

/**
 * Renders `/myPage/voucher`: the vouchers to show where card passes are collected, one for each card of an order. Works offline
 * (spec 2.57); or the voucher of a reservation, to show at the place. `rsvtUid`: the reservation, or see `voucherUidOf`.
 */
export function VoucherScreen({ rsvtUid }: { rsvtUid: string }) {
  const { t } = useLingui()
  const { status, at, list: all } = useCards()
  const reserved = useReservations()
  const { state } = useSession()
  const goods = reserved.vouchers.find((voucher) => voucher.rsvtUid === rsvtUid)
  const isReservation = reserved.list.some((reservation) => reservation.rsvtUid === rsvtUid)
  const cards = all.filter((card) => voucherUidOf(card) === rsvtUid)
  const chosen = cards.find(({ receiptPlace }) => receiptPlace !== null)?.receiptPlace?.id
  return (
    <main data-screen="/myPage/voucher" className={list.screen}>
      <TopBar title={<Trans>Voucher</Trans>} back={goods ? '/myPage/reservations' : '/myPage/realCard'} />
      {state === 'locked' ? (
        <SignInAgain returnTo={`/myPage/voucher?rsvtUid=${rsvtUid}`} />
      ) : goods ? (
        <>
          <GoodsVoucherPaper voucher={goods} />
          <p className={list.age}>
            <DataAge at={reserved.at} />
          </p>
        </>
      ) : cards.length > 0 ? (
        <Columns aside={<Desks chosen={chosen} />}>
          <Vouchers cards={cards} />
          <p className={list.age}>
            <DataAge at={at} />
          </p>
        </Columns>
      ) : status === 'loading' || reserved.status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading your voucher`} />
          <Skeleton height="26rem" radius="var(--radius-card)" />
        </>
      ) : status === 'failed' || reserved.status === 'failed' ? (
        <ErrorState
          scene={<Scene name="market" />}
          title={<Trans>Could not load your voucher</Trans>}
          text={
            <Trans>
              Your voucher will appear here once the app can reach our server. From then on it also works offline.
            </Trans>
          }
        />
      ) : (
        <EmptyState
          scene={<Scene name="market" />}
          title={<Trans>No voucher here</Trans>}
          text={
            isReservation ? (
              <Trans>
                The voucher appears once the reservation is confirmed. A cancelled reservation has no voucher.
              </Trans>
            ) : (
              <Trans>You have no card passes in this order: they may have been sent as gifts or refunded.</Trans>
            )
          }
          actions={
            isReservation ? (
              <LinkButton to="/myPage/reservations" search={{ rsvtUid }} full>
                <Trans>My reservations</Trans>
              </LinkButton>
            ) : (
              <LinkButton to="/myPage/realCard" full>
                <Trans>My card passes</Trans>
              </LinkButton>
            )
          }
        />
      )}
    </main>
  )
}

function Vouchers({ cards }: { cards: ExchangeCard[] }) {
  const { t } = useLingui()
  useWakeLock()
  const waiting = cards.filter((card) => card.state === 'waiting')
  const count = waiting.length
  return (
    <>
      {count > 0 && (
        <BringId title={<Trans>Bring your passport or photo ID</Trans>}>
          <Plural
            value={count}
            one="Show this voucher at any exchange desk. Staff will check your name and hand over the card."
            other="Show these # vouchers at any exchange desk, one for each card. Staff will check your name and hand over the cards."
          />
        </BringId>
      )}
      <ol className={styles.vouchers} aria-label={t`Vouchers`}>
        {cards.map((card, index) => (
          <Voucher key={card.passUid} card={card} nth={index + 1} total={cards.length} />
        ))}
      </ol>
    </>
  )
}

function Voucher({ card, nth, total }: { card: ExchangeCard; nth: number; total: number }) {
  const pass = useMirroredPasses().list.find(({ passUid }) => passUid === card.passUid)
  const { passType, holder } = card
  return (
    <li className={styles.voucher} data-voucher={card.state}>
      <div className={styles.band} data-product={passType}>
        <h2>{pass?.name ?? card.name}</h2>
        {total > 1 && (
          <span>
            <Trans>
              {nth} of {total}
            </Trans>
          </span>
        )}
      </div>
      <div className={styles.paper} data-theme="light">
        <ComparedName holder={holder}>
          <Trans>Name on the pass</Trans>
        </ComparedName>
        {card.collectedAt !== null ? (
          <Collected card={card} at={card.collectedAt} />
        ) : card.voucher === null || pass?.gift ? (
          <p className={styles.closed} role="status">
            {pass?.gift ? (
              <Trans>A gift of this card is pending. To collect the card yourself, cancel the gift first.</Trans>
            ) : (
              <Trans>This card cannot be collected while a gift or refund request for it is pending.</Trans>
            )}
          </p>
        ) : (
          <Code text={card.voucher} />
        )}
      </div>
    </li>
  )
}

/** Renders the voucher as a QR code and, for a desk without a scanner, in letters: the order's number and its proof. */
function Code({ text }: { text: string }) {
  const { t } = useLingui()
  const drawn = useDrawnText(text)
  const [order = '', proof = ''] = text.split('/')
  return (
    <>
      <div className={styles.code}>{drawn && <CodePicture code={drawn} label={t`QR code of the voucher`} />}</div>
      <p className={styles.letters} translate="no">
        <span>{order}/</span>
        <wbr />
        <strong>{proof}</strong>
      </p>
    </>
  )
}

function Collected({ card: { cardNum: digits }, at }: { card: ExchangeCard; at: number }) {
  const { date, time } = useFormat()
  const day = date(at, 'day')
  const clock = time(at)
  return (
    <div className={styles.collected}>
      <p>
        <Icon of={Check} size={20} />
        <strong>
          <Trans>Collected</Trans>
        </strong>
      </p>
      <p>
        {day}, {clock}
      </p>
      {digits !== null && (
        <p>
          <Trans>Card ending in {digits}</Trans>
        </p>
      )}
      <LinkButton to="/myPage/myPass" kind="outline" size="small" icon={TicketCheck}>
        <Trans>Open My Pass</Trans>
      </LinkButton>
    </div>
  )
}
