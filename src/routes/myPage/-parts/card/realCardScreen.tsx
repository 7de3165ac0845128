import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CreditCard, Gift, ScanQrCode, TicketCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { useCards, voucherUidOf, type ExchangeCard } from '#data/cards.ts'
import { useMirroredPasses, type ShownPass } from '#data/myPass.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { Thumb } from '../gift/thumb.tsx'
import list from '../list.module.css'
import styles from './card.module.css'

/** Renders `/myPage/realCard`: the member's card passes, those to collect first. Works offline (spec 2.57). */
export function RealCardScreen() {
  const { t } = useLingui()
  const { status, at, list: cards } = useCards()
  const passes = useMirroredPasses().list
  const { state } = useSession()
  const waiting = cards.filter((card) => card.state === 'waiting')
  const collected = cards.filter((card) => card.state === 'collected')
  const rowOf = (card: ExchangeCard) => (
    <CardRow key={card.passUid} card={card} pass={passes.find(({ passUid }) => passUid === card.passUid)} />
  )
  return (
    <main data-screen="/myPage/realCard" className={list.screen}>
      <TopBar title={<Trans>My card passes</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/realCard" />
      ) : status === 'loading' && cards.length === 0 ? (
        <>
          <LoadingLine label={t`Loading your card passes`} />
          <Skeleton height="7rem" radius="var(--radius-card)" />
          <Skeleton height="7rem" radius="var(--radius-card)" />
        </>
      ) : status === 'failed' && cards.length === 0 ? (
        <ErrorState
          scene={<Scene name="market" />}
          title={<Trans>Could not load your card passes</Trans>}
          text={
            <Trans>Your card passes will appear here once the app can reach our server. Check your connection.</Trans>
          }
        />
      ) : cards.length === 0 ? (
        <EmptyState
          scene={<Scene name="market" />}
          title={<Trans>No card passes</Trans>}
          text={
            <Trans>
              Card passes that you buy or register appear here, with a voucher for each card that you still have to
              collect.
            </Trans>
          }
          actions={
            <>
              <LinkButton to="/myPage/insertPass" icon={ScanQrCode} full>
                <Trans>Register Pass</Trans>
              </LinkButton>
              <LinkButton to="/pass" search={{ medium: 'card' }} kind="outline" full>
                <Trans>See the card passes</Trans>
              </LinkButton>
            </>
          }
        />
      ) : (
        <Columns
          scene="market"
          aside={
            <LinkButton to="/myPage/insertPass" kind="outline" icon={ScanQrCode} full>
              <Trans>Register Pass</Trans>
            </LinkButton>
          }
        >
          {waiting.length > 0 && <Section title={<Trans>To collect</Trans>} cards={waiting.map(rowOf)} />}
          {collected.length > 0 && <Section title={<Trans>Collected</Trans>} cards={collected.map(rowOf)} />}
          <p className={list.age}>
            <DataAge at={at} />
          </p>
        </Columns>
      )}
    </main>
  )
}

function Section({ title, cards }: { title: ReactNode; cards: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.cards}>{cards}</ul>
    </section>
  )
}

/** `pass`: the same pass in My Pass; undefined while it is not on this device. */
function CardRow({ card, pass }: { card: ExchangeCard; pass: ShownPass | undefined }) {
  const { date } = useFormat()
  const { passType, orderNumber, cardNum: digits, collectedAt, voucher, validUntil } = card
  const order = orderNumber
  const inKorea = date(validUntil, 'day')
  const day = collectedAt === null ? '' : date(collectedAt, 'day')
  return (
    <li className={styles.row} data-card={card.state}>
      <Thumb passType={passType} />
      <div className={styles.words}>
        <h3>{pass?.name ?? card.name}</h3>
        {digits !== null && (
          <p className={styles.digitsLine}>
            <Trans>Card ending in {digits}</Trans>
          </p>
        )}
        {order !== '' && (
          <p>
            <Trans>Order {order}</Trans>
          </p>
        )}
        <p>{collectedAt === null ? <Trans>Use by {inKorea}</Trans> : <Trans>Collected on {day}</Trans>}</p>
        <State card={card} pass={pass} />
      </div>
      <div className={styles.buttons}>
        {card.state === 'collected' ? (
          <LinkButton to="/myPage/myPass" kind="quiet" size="small">
            <Trans>Open My Pass</Trans>
          </LinkButton>
        ) : voucher === null || pass?.gift ? (
          pass?.gift && (
            <LinkButton to="/myPage/gift" search={{ type: 'sent' }} kind="outline" size="small" icon={Gift}>
              <Trans>Open Gifts</Trans>
            </LinkButton>
          )
        ) : (
          <>
            <LinkButton to="/myPage/realCardGift" search={{ pass: card.passUid }} kind="quiet" size="small" icon={Gift}>
              <Trans>Send as a gift</Trans>
            </LinkButton>
            <LinkButton to="/myPage/voucher" search={{ rsvtUid: voucherUidOf(card) }} size="small" icon={TicketCheck}>
              <Trans>Show the voucher</Trans>
            </LinkButton>
          </>
        )}
      </div>
    </li>
  )
}

function State({ card, pass }: { card: ExchangeCard; pass: ShownPass | undefined }) {
  if (card.state === 'collected')
    return (
      <Tag tone="kelp" icon={Check}>
        <Trans>Collected</Trans>
      </Tag>
    )
  if (pass?.gift)
    return (
      <Tag tone="amber" icon={Gift}>
        <Trans>Gift pending</Trans>
      </Tag>
    )
  // Without a voucher the pass is in a gift or a refund request, and no gift is known.
  if (card.voucher === null)
    return (
      <Tag tone="amber">
        {pass?.refundRequestedYn === 'Y' ? <Trans>Refund requested</Trans> : <Trans>Cannot be collected now</Trans>}
      </Tag>
    )
  return (
    <Tag tone="harbour" icon={CreditCard}>
      <Trans>To collect</Trans>
    </Tag>
  )
}
