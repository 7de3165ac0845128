import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useOnline } from '#data/online.ts'
import {
  splitReservations,
  useReservationRefusal,
  useReservations,
  type Reservation,
  type ReservationTab,
} from '#data/reservations.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { GoodsTicket } from '../../../-shared/reserve/goodsTicket.tsx'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { ReservationDetail } from './reservationDetail.tsx'
import { StateTag, TypeTag } from './reservationTags.tsx'
import styles from '../purchase/purchase.module.css'

interface Props {
  /** The list that is listed; undefined: the first that is not empty. */
  tab: ReservationTab | undefined
  rsvtUid: string | undefined
  onTab: (tab: ReservationTab) => void
}

const ADDRESS = '/myPage/reservations'

/** Sends a session whose list was refused to the sign-in screen, once; the tokens stay (spec 2.23, 8.3). */
const useSentToSignIn = () => {
  const navigate = useNavigate()
  const { code, isUnsent, markSent } = useReservationRefusal()
  useEffect(() => {
    if (!isUnsent) return
    markSent()
    void navigate({ to: '/login', search: { returnTo: ADDRESS }, replace: true })
  })
  return code
}

/**
 * Renders the member's reservations: to come, past and cancelled. On a phone the chosen one takes the place of the list,
 * on a desktop it stands beside it. Works offline.
 */
export function ReservationsScreen({ tab, rsvtUid, onTab }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { status, at, list, vouchers } = useReservations()
  const { state } = useSession()
  const online = useOnline()
  const isWide = useIsWide()
  const now = useNow(MINUTE_MS)
  const refusal = useSentToSignIn()
  const split = splitReservations(list, now)
  const all = [...split.upcoming, ...split.past, ...split.cancelled]
  const chosen = all.find((one) => one.rsvtUid === rsvtUid)
  const current =
    tab ?? (isWide ? tabWith(split, chosen) : null) ?? tabWith(split, all[0]) ?? ('upcoming' satisfies ReservationTab)
  const listed = split[current]
  const isDetail = rsvtUid !== undefined && !isWide
  const beside = chosen ?? (isWide ? listed[0] : undefined)
  const voucherOf = (reservation: Reservation) => vouchers.find((voucher) => voucher.rsvtUid === reservation.rsvtUid)
  return (
    <main data-screen="/myPage/reservations" className={styles.screen}>
      <TopBar
        title={isDetail ? <Trans>Reservation</Trans> : <Trans>My reservations</Trans>}
        back={isDetail ? ADDRESS : '/myPage'}
      />
      {state === 'locked' ? (
        <SignInAgain returnTo={ADDRESS} />
      ) : all.length === 0 && status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading your reservations`} />
          <Skeleton height="7rem" radius="var(--radius-card)" />
          <Skeleton height="7rem" radius="var(--radius-card)" />
        </>
      ) : all.length === 0 && status === 'failed' ? (
        <ErrorState
          scene={<Scene name="gwangan" />}
          title={<Trans>Could not load your reservations</Trans>}
          text={
            refusal ? (
              errorText(refusal)
            ) : (
              <Trans>Your reservations will appear here as soon as they can be loaded. Check your connection.</Trans>
            )
          }
        />
      ) : all.length === 0 ? (
        <Empty />
      ) : (
        <>
          {refusal && online && (
            <Banner tone="amber" icon={CloudOff} role="status" isLong>
              {errorText(refusal)} <Trans>Below is what is saved on this device.</Trans>
            </Banner>
          )}
          {isDetail ? (
            chosen ? (
              <ReservationDetail key={chosen.rsvtUid} reservation={chosen} voucher={voucherOf(chosen)} now={now} />
            ) : (
              <NotListed />
            )
          ) : (
            <Columns
              detail
              aside={
                beside && (
                  <section className={styles.panel} aria-label={beside.goodsNm}>
                    <ReservationDetail
                      key={beside.rsvtUid}
                      reservation={beside}
                      voucher={voucherOf(beside)}
                      now={now}
                    />
                  </section>
                )
              }
            >
              <Segments
                label={t`Reservations`}
                value={current}
                onChange={onTab}
                options={[
                  { value: 'upcoming', label: <Trans>Upcoming</Trans> },
                  { value: 'past', label: <Trans>Past</Trans> },
                  { value: 'cancelled', label: <Trans>Cancelled</Trans> },
                ]}
              />
              <List list={listed} tab={current} chosen={isWide ? beside : undefined} />
            </Columns>
          )}
          <DataAge at={at} />
        </>
      )}
    </main>
  )
}

/** Returns the list that holds a reservation; null for none. */
const tabWith = (
  split: Record<ReservationTab, Reservation[]>,
  reservation: Reservation | undefined,
): ReservationTab | null =>
  (reservation && (Object.keys(split) as ReservationTab[]).find((each) => split[each].includes(reservation))) ?? null

function Empty() {
  return (
    <EmptyState
      scene={<Scene name="gwangan" />}
      title={<Trans>No reservations yet</Trans>}
      text={
        <Trans>Hotels, tours, activities and vouchers that you reserve appear here, even without a connection.</Trans>
      }
      actions={
        <LinkButton to="/searchView" full>
          <Trans>Find something to reserve</Trans>
        </LinkButton>
      }
    />
  )
}

/** Renders that the list does not hold the reservation of the address. */
function NotListed() {
  return (
    <EmptyState
      scene={<Scene name="gwangan" />}
      title={<Trans>This reservation is not in your list</Trans>}
      text={<Trans>It may belong to another account, or this device may not have received it yet.</Trans>}
      actions={
        <LinkButton to={ADDRESS} full>
          <Trans>My reservations</Trans>
        </LinkButton>
      }
    />
  )
}

function List({
  list,
  tab,
  chosen,
}: {
  list: Reservation[]
  tab: ReservationTab
  chosen: Reservation | undefined
}): ReactNode {
  const none = {
    upcoming: <Trans>No upcoming reservations.</Trans>,
    past: <Trans>No past reservations.</Trans>,
    cancelled: <Trans>No cancelled reservations.</Trans>,
  }
  if (list.length === 0) return <p className={screen.lead}>{none[tab]}</p>
  return (
    <ul className={styles.list}>
      {list.map((reservation) => (
        <li
          key={reservation.rsvtUid}
          data-reservation={reservation.rsvtUid}
          className={screen.covered}
          {...(reservation === chosen && { 'data-chosen': true })}
        >
          <GoodsTicket
            kind={goodsKindOf(reservation.gdsTycd)}
            title={
              <Link
                to={ADDRESS}
                search={{ type: tab, rsvtUid: reservation.rsvtUid }}
                replace={chosen !== undefined}
                resetScroll={chosen === undefined}
                className={styles.name}
              >
                {reservation.goodsNm}
              </Link>
            }
            option={reservation.optionNm}
            count={reservation.goodsCnt}
            priceSn={reservation.priceSn}
            startsAt={reservation.startsAt}
            endsAt={reservation.endsAt}
            isOver={tab !== 'upcoming'}
            end={
              <span className={styles.tags}>
                <StateTag badge={reservation.badge} />
                <TypeTag typeBadge={reservation.typeBadge} />
              </span>
            }
          />
        </li>
      ))}
    </ul>
  )
}
