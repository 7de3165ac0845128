import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { BellRing, CalendarCheck, CheckCheck, Gift, Megaphone, Ticket } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { NEWS_TYPES, type NewsItem } from '#contract/calls/newsfeed.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { markRead, useNews } from '#data/news.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { SignInAgain } from '../../-shared/signInAgain.tsx'
import styles from './news.module.css'

type NewsType = NewsItem['type']
const ICONS: Record<NewsType, IconType> = {
  event: Gift,
  noti: BellRing,
  reserve: CalendarCheck,
  coupon: Ticket,
  ad: Megaphone,
}

/** Renders `/newsFeed`: what happened to this member’s passes, gifts and inquiries. Works offline. */
export function NewsScreen() {
  const { t } = useLingui()
  const { status, at, list, unread } = useNews()
  const { state } = useSession()
  const [type, setType] = useState<NewsType | null>(null)
  const types = NEWS_TYPES.filter((each) => list.some((item) => item.type === each))
  const items = type === null || !types.includes(type) ? list : list.filter((item) => item.type === type)
  const names: Record<NewsType, string> = {
    event: t`Gifts and events`,
    noti: t`Passes, inquiries and account`,
    reserve: t`Reservations`,
    coupon: t`Coupons`,
    ad: t`Offers`,
  }
  const readAll = () => markRead(list.flatMap(({ newsUid, readYn }) => (readYn === 'N' ? [newsUid] : [])))
  return (
    <main data-screen="/newsFeed" className={styles.screen}>
      <TopBar title={<Trans>News</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/newsFeed" />
      ) : status === 'loading' && list.length === 0 ? (
        <>
          <LoadingLine label={t`Loading your news`} />
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </>
      ) : status === 'failed' && list.length === 0 ? (
        <ErrorState
          scene={<Scene name="harbour" />}
          title={<Trans>Could not load your news</Trans>}
          text={<Trans>Your news will appear here as soon as it can be loaded. Check your connection.</Trans>}
        />
      ) : list.length === 0 ? (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>No news yet</Trans>}
          text={<Trans>Notifications about your passes, gifts and inquiries appear here.</Trans>}
        />
      ) : (
        <Columns
          first
          scene="harbour"
          aside={
            <>
              {types.length > 1 && (
                <div className={styles.chips} role="group" aria-label={t`Kind of news`}>
                  <FilterChip selected={type === null} onClick={() => setType(null)}>
                    <Trans>All news</Trans> <Count of={list} />
                  </FilterChip>
                  {types.map((each) => (
                    <FilterChip
                      key={each}
                      selected={type === each}
                      icon={ICONS[each]}
                      onClick={() => setType(type === each ? null : each)}
                    >
                      {names[each]} <Count of={list.filter((item) => item.type === each)} />
                    </FilterChip>
                  ))}
                </div>
              )}
              {unread > 0 && (
                <Button
                  kind="quiet"
                  size="small"
                  icon={CheckCheck}
                  className={styles.all}
                  onClick={() => void readAll()}
                >
                  <Trans>Mark all as read</Trans>
                </Button>
              )}
            </>
          }
        >
          <ol className={styles.list}>
            {items.map((item) => (
              <Item key={item.newsUid} item={item} />
            ))}
          </ol>
          <p className={styles.age}>
            <DataAge at={at} />
          </p>
        </Columns>
      )}
    </main>
  )
}

/** Renders the number of entries behind a filter. */
function Count({ of: { length } }: { of: readonly NewsItem[] }) {
  const { number } = useFormat()
  return <span className={styles.count}>{number(length)}</span>
}

/** Renders one entry, as a link where its subject has a screen. A click marks it as read. */
function Item({ item }: { item: NewsItem }) {
  const { ago } = useFormat()
  const now = useNow(MINUTE_MS)
  const isNew = item.readYn === 'N'
  const read = () => {
    if (isNew) void markRead([item.newsUid])
  }
  return (
    <li className={cx(styles.item, isNew && styles.new)} data-read={item.readYn}>
      <Icon of={ICONS[item.type]} />
      <div className={styles.words}>
        <strong>
          <Title path={item.path} onRead={read} isNew={isNew}>
            {item.title}
          </Title>
        </strong>
        <p>{item.content}</p>
        <small>
          {isNew && (
            <b>
              <Trans>New</Trans>
            </b>
          )}
          {ago(item.at, Math.max(now, item.at))}
        </small>
      </div>
    </li>
  )
}

interface TitleProps {
  path: string | null
  isNew: boolean
  onRead: () => void
  children: ReactNode
}

/** Page of goods: the only pages with an id that news lead to. */
const GOODS_PAGE = /^\/(?:hotel|tour|activity|voucher)\/[\w.:+-]+$/

function Title({ path, isNew, onRead, children }: TitleProps) {
  const routes: object = useRouter().routesByPath
  const [page = '', hash = ''] = path?.split('#') ?? []
  if (page in routes || GOODS_PAGE.test(page))
    return (
      <Link to={page} hash={hash} className={styles.cover} onClick={onRead}>
        {children}
      </Link>
    )
  return isNew ? (
    <button type="button" className={styles.cover} onClick={onRead}>
      {children}
      <span className="visually-hidden">
        {' '}
        <Trans>Mark as read</Trans>
      </span>
    </button>
  ) : (
    children
  )
}
