import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Hourglass } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { COUPON_TABS } from '#contract/calls/coupon.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { couponDaysLeft, splitCoupons, useCoupons, type Coupon } from '#data/coupons.ts'
import { fetchPoints } from '#data/points.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { Deadline } from '../../../-shared/coupon/deadline.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { CouponTicket } from './couponTicket.tsx'
import { IssueList } from './issueList.tsx'
import { PaperCouponForm } from './paperCouponForm.tsx'
import { arePointsUsed } from './arePointsUsed.ts'
import styles from './coupon.module.css'

type Tab = (typeof COUPON_TABS)[number]

interface Props {
  tab: Tab
  onTab: (tab: Tab) => void
}

/** Renders the member's coupons, coupons to take, and the field for a coupon number. The own ones are there offline. */
export function CouponScreen({ tab, onTab }: Props) {
  const { t } = useLingui()
  const { status, at, list } = useCoupons()
  const { state } = useSession()
  return (
    <main data-screen="/myPage/coupon" className={styles.screen}>
      <TopBar title={<Trans>Coupons</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/coupon" />
      ) : (
        <Columns
          scene="market"
          aside={
            <>
              <PaperCouponForm />
              <IssueList />
              <PointsLink />
            </>
          }
        >
          {list.length === 0 && status === 'loading' ? (
            <>
              <LoadingLine label={t`Loading your coupons`} />
              <Skeleton height="6rem" radius="var(--radius-card)" />
              <Skeleton height="6rem" radius="var(--radius-card)" />
            </>
          ) : list.length === 0 && status === 'failed' ? (
            <ErrorState
              scene={<Scene name="market" />}
              title={<Trans>Could not load your coupons</Trans>}
              text={<Trans>Your coupons will appear here as soon as they can be loaded. Check your connection.</Trans>}
            />
          ) : (
            <>
              <Segments
                label={t`Coupons to show`}
                value={tab}
                onChange={onTab}
                options={[
                  { value: 'usable', label: <Trans>Usable</Trans> },
                  { value: 'used', label: <Trans>Used and expired</Trans> },
                ]}
              />
              <Own list={list} tab={tab} />
              <DataAge at={at} />
            </>
          )}
        </Columns>
      )}
    </main>
  )
}

function Own({ list, tab }: { list: Coupon[]; tab: Tab }) {
  const now = useNow(MINUTE_MS)
  const { usable, ended } = splitCoupons(list, now)
  const coupons = tab === 'usable' ? usable : ended
  if (coupons.length === 0)
    return tab === 'usable' ? (
      <EmptyState
        scene={<Scene name="market" />}
        title={<Trans>No coupons to use</Trans>}
        text={
          <Trans>
            Claim a coupon or enter a coupon number. New members get a coupon a few minutes after signing up.
          </Trans>
        }
      />
    ) : (
      <EmptyState
        scene={<Scene name="market" />}
        title={<Trans>No coupon used</Trans>}
        text={<Trans>Coupons that you use for an order, or that expire, appear here.</Trans>}
      />
    )
  return (
    <ul className={styles.list}>
      {coupons.map((coupon) => (
        <li key={coupon.couponUid} data-coupon={tab === 'usable' ? 'usable' : coupon.state}>
          <CouponTicket coupon={coupon} number={coupon.number} hasEnded={tab === 'used'}>
            {tab === 'usable' ? (
              <p>
                <Deadline expiresAt={coupon.expiresAt} days={couponDaysLeft(coupon, now)} />
              </p>
            ) : (
              <Ended coupon={coupon} />
            )}
          </CouponTicket>
        </li>
      ))}
    </ul>
  )
}

/** Renders when a coupon was used, with a link to the purchase, or when it expired. */
function Ended({ coupon: { usedAt, ordUid, expiresAt } }: { coupon: Coupon }) {
  const { date } = useFormat()
  if (usedAt === null)
    return (
      <>
        <Tag icon={Hourglass}>
          <Trans>Expired</Trans>
        </Tag>
        {expiresAt !== null && <p>{date(expiresAt - 1, 'day')}</p>}
      </>
    )
  return (
    <>
      <Tag tone="kelp" icon={CircleCheck}>
        <Trans>Used</Trans>
      </Tag>
      <p>{date(usedAt, 'day')}</p>
      {ordUid !== null && (
        <Link to="/myPage/purchase_detail" search={{ ord: ordUid }} className={screen.link}>
          <Trans>Purchase details</Trans>
        </Link>
      )}
    </>
  )
}

/** Renders the link to the points; nothing while points are off and the member has none. */
function PointsLink() {
  const { answer } = useAnswer(() => fetchPoints())
  const { number } = useFormat()
  if (!answer || !arePointsUsed(answer)) return null
  const balance = number(answer.balance)
  return (
    <Link to="/myPage/points" className={screen.link}>
      <Trans>Points: {balance}</Trans>
    </Link>
  )
}
