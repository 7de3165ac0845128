import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Share } from 'lucide-react'
import { useNotice } from '#data/help.ts'
import { useNotices, type Notice } from '#data/notices.ts'
import { IconButton, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import { NoticeDate } from '../../-shared/notice/noticeHead.tsx'
import notices from '../../-shared/notice/notice.module.css'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import { useShare } from '../../-shared/useShare.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import styles from './notice.module.css'

type Neighbour = Pick<Notice, 'id' | 'title'> | null | undefined

/** Returns the notice of the list with this id, and the next newer and older one by date, as the server counts them. */
const inList = (list: readonly Notice[], id: string) => {
  const byDate = list.toSorted((a, b) => b.date.localeCompare(a.date))
  const at = byDate.findIndex((each) => each.id === id)
  const notice = byDate[at]
  return notice && { notice, newer: byDate[at - 1], older: byDate[at + 1] }
}

/**
 * Renders one notice with the ways to the next newer and older one. The list of the newest notices has whole texts, so
 * each of them can be read offline.
 */
export function NoticeScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const share = useShare()
  const { data, status, at, failure, reload } = useNotice(id)
  const list = useNotices()
  const listed = inList(list.data?.list ?? [], id)
  const notice = data ?? listed?.notice
  const neighbours: { newer: Neighbour; older: Neighbour } | undefined = data ?? listed
  useTitle(notice?.title ?? t`Notices`)
  if (!notice && failure?.code === 'E_NOT_FOUND') return <NotFoundScreen />
  return (
    <main data-screen="/service/notice_detail" className={screen.reading}>
      <TopBar
        title={notice?.title ?? <Trans>Notices</Trans>}
        back="/service/notice"
        actions={notice && <IconButton icon={Share} label={t`Share`} onClick={() => void share(notice.title)} />}
      />
      {notice ? (
        <Columns scene="harbour" aside={<Ways newer={neighbours?.newer} older={neighbours?.older} />}>
          <article className={notices.article}>
            <NoticeDate date={notice.date} pinnedYn={notice.pinnedYn} />
            <p className={notices.text}>{notice.body}</p>
          </article>
          <p className={screen.second}>
            <DataAge at={at ?? list.at} />
          </p>
        </Columns>
      ) : status === 'failed' ? (
        <LoadError
          scene="harbour"
          title={<Trans>Could not load this notice</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : (
        <>
          <LoadingLine label={t`Loading the notice`} />
          <Skeleton width="40%" height="1.25rem" />
          <Skeleton height="10rem" radius="var(--radius-card)" />
        </>
      )}
    </main>
  )
}

/** Renders the links to the next newer and older notice, and to all. */
function Ways({ newer, older }: { newer: Neighbour; older: Neighbour }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Other notices`} className={styles.ways}>
      {newer && (
        <Link to="/service/notice_detail" search={{ id: newer.id }} className={styles.way} rel="prev">
          <Icon of={ChevronLeft} size={20} />
          <span>
            <small>
              <Trans>Newer</Trans>
            </small>
            {newer.title}
          </span>
        </Link>
      )}
      {older && (
        <Link to="/service/notice_detail" search={{ id: older.id }} className={styles.way} rel="next">
          <span>
            <small>
              <Trans>Older</Trans>
            </small>
            {older.title}
          </span>
          <Icon of={ChevronRight} size={20} />
        </Link>
      )}
      <LinkButton kind="outline" full to="/service/notice">
        <Trans>All notices</Trans>
      </LinkButton>
    </nav>
  )
}
