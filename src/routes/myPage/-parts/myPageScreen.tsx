import { Plural, Trans } from '@lingui/react/macro'
import {
  Bell,
  CalendarCheck,
  ChevronRight,
  Coins,
  CreditCard,
  Footprints,
  Gift,
  Heart,
  Megaphone,
  MessageCircle,
  QrCode,
  ReceiptText,
  ScanQrCode,
  Settings,
  Ticket,
  UserRoundPen,
  TicketPercent,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { isLive, isNameFixedBy, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCards } from '#data/cards.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { splitCoupons, useCoupons } from '#data/coupons.ts'
import { useFavouritePlaces } from '#data/favourites.ts'
import { useGifts } from '#data/gifts.ts'
import { useInquiries } from '#data/inquiry.ts'
import { useMyInfo } from '#data/myInfo.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useNews } from '#data/news.ts'
import { fetchPoints } from '#data/points.ts'
import { useProfile } from '#data/profile.ts'
import { splitReservations, useReservations } from '#data/reservations.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmailText } from '#ui/email.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsComputer } from '#ui/useMedia.ts'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge, oldestOf } from '../../-shared/dataAge.tsx'
import { Photo } from '../../-shared/photo/photo.tsx'
import { useAnswer } from '../../-shared/useAnswer.ts'
import { PhoneLinkButton } from '../../-shared/phoneLink/phoneLinkButton.tsx'
import { arePointsUsed } from './coupon/arePointsUsed.ts'
import { CorrectName } from './correctName.tsx'
import styles from './myPage.module.css'

/** Renders who is signed in and links to all their screens. Omits counts that are not loaded. */
export function MyPageScreen() {
  const { state } = useSession()
  const profile = useProfile()
  const { list, at: passesAt } = useMyPasses()
  const now = useNow(MINUTE_MS)
  const isTimeReliable = useReliableTime()
  const passes = list.filter((pass) => isLive(stateAt(pass, now, isTimeReliable))).length
  const isNameFixed = list.some(isNameFixedBy)
  const favourites = useFavouritePlaces()?.length
  const { list: inquiryList, at: inquiriesAt } = useInquiries()
  const inquiries = inquiryList.length
  const gifts = useGifts().received.filter((gift) => gift.state === 'sent' && gift.wish === null).length
  const { unread } = useNews()
  const coupons = splitCoupons(useCoupons().list, now).usable.length
  const upcoming = splitReservations(useReservations().list, now).upcoming.length
  const toCollect = useCards().list.filter((card) => card.state === 'waiting').length
  return (
    <main data-screen="/myPage" className={styles.screen}>
      <TopBar title={<Trans>My Page</Trans>} />
      <Columns first scene="gwangan" aside={<Person isNameFixed={isNameFixed} />}>
        <ul className={styles.list}>
          <Row to="/myPage/myPass" icon={QrCode} label={<Trans>My Pass</Trans>}>
            {passesAt !== null && <Plural value={passes} _0="No valid pass" one="# pass" other="# passes" />}
          </Row>
          {state === 'member' && (
            <>
              <Row to="/myPage/realCard" icon={CreditCard} label={<Trans>My card passes</Trans>}>
                {toCollect > 0 && <Plural value={toCollect} one="# to collect" other="# to collect" />}
              </Row>
              <Row to="/myPage/insertPass" icon={ScanQrCode} label={<Trans>Register Pass</Trans>} />
            </>
          )}
          <Row to="/myPage/myAttractions" icon={Heart} label={<Trans>Favourites</Trans>}>
            {favourites !== undefined && favourites > 0 && <Plural value={favourites} one="# place" other="# places" />}
          </Row>
          <Row to="/myPage/attractionHistory" icon={Footprints} label={<Trans>Places visited</Trans>} />
          {state === 'member' && (
            <>
              <Row to="/myPage/myInfo" icon={UserRoundPen} label={<Trans>My details</Trans>} />
              <Row to="/myPage/gift" icon={Gift} label={<Trans>Gifts</Trans>}>
                {gifts > 0 && <Plural value={gifts} one="# to accept" other="# to accept" />}
              </Row>
              <Row to="/myPage/coupon" icon={TicketPercent} label={<Trans>Coupons</Trans>}>
                {coupons > 0 && <Plural value={coupons} one="# to use" other="# to use" />}
              </Row>
              <PointsRow />
              <Row to="/myPage/reservations" icon={CalendarCheck} label={<Trans>My reservations</Trans>}>
                {upcoming > 0 && <Plural value={upcoming} one="# upcoming" other="# upcoming" />}
              </Row>
              <Row to="/myPage/purchaseHistory" icon={ReceiptText} label={<Trans>Purchase History</Trans>} />
              <Row to="/newsFeed" icon={Bell} label={<Trans>News</Trans>}>
                {unread > 0 && <Plural value={unread} one="# unread" other="# unread" />}
              </Row>
              <Row to="/myPage/inquiry" icon={MessageCircle} label={<Trans>My inquiries</Trans>}>
                {inquiriesAt !== null && inquiries > 0 && (
                  <Plural value={inquiries} one="# inquiry" other="# inquiries" />
                )}
              </Row>
            </>
          )}
          <Row to="/myPage/notice" icon={Megaphone} label={<Trans>Notices</Trans>} />
          <Row to="/pass" icon={Ticket} label={<Trans>Buy a pass</Trans>} />
          <Row to="/setting" icon={Settings} label={<Trans>Settings</Trans>} />
        </ul>
        <p className={styles.age}>
          <DataAge at={state === 'member' ? oldestOf(profile.at, passesAt, inquiriesAt) : passesAt} />
        </p>
      </Columns>
    </main>
  )
}

/** Renders who is signed in; in a locked session, the way to sign in again. */
function Person({ isNameFixed }: { isNameFixed: boolean }) {
  const { state, user } = useSession()
  const profile = useProfile()
  const photo = useMyInfo().data?.photo ?? null
  const isComputer = useIsComputer()
  if (state === 'locked')
    return (
      <Banner
        tone="amber"
        role="status"
        action={
          <LinkButton kind="quiet" size="small" to="/login" search={{ returnTo: '/myPage' }}>
            <Trans>Sign in</Trans>
          </LinkButton>
        }
      >
        <Trans>You were signed out. Passes and favourites saved on this device are still here.</Trans>
      </Banner>
    )
  return (
    user && (
      <section className={styles.person} aria-labelledby="person">
        <Photo id={photo} name={user.engNm} />
        <div>
          <h2 id="person">
            {user.engNm} {user.engSurname}
          </h2>
          <p>
            <EmailText>{user.email}</EmailText>
          </p>
          {profile.data?.mobile && <p>{profile.data.mobile}</p>}
          {!isNameFixed && <CorrectName user={user} />}
        </div>
        {isComputer && <PhoneLinkButton />}
      </section>
    )
  )
}

/** Renders the row of the points; nothing while points are off and the member has none, and without a server. */
function PointsRow() {
  const { answer } = useAnswer(() => fetchPoints())
  const { number } = useFormat()
  return (
    answer &&
    arePointsUsed(answer) && (
      <Row to="/myPage/points" icon={Coins} label={<Trans>Points</Trans>}>
        {number(answer.balance)}
      </Row>
    )
  )
}

interface RowProps {
  to: NonNullable<LinkProps['to']>
  icon: IconType
  label: ReactNode
  children?: ReactNode
}

function Row({ to, icon, label, children }: RowProps) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <Icon of={icon} />
        <span>{label}</span>
        <small>{children}</small>
        <Icon of={ChevronRight} size={20} />
      </Link>
    </li>
  )
}
