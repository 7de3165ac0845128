import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type RefObject } from 'react'
import { Scene } from '#art/scene.tsx'
import { useNotices, type Notice } from '#data/notices.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import { Columns } from '../columns.tsx'
import { DataAge } from '../dataAge.tsx'
import { LoadError } from '../loadError.tsx'
import layout from '../screen.module.css'
import { ShowMore } from '../showMore.tsx'
import { NoticeDate } from './noticeHead.tsx'
import styles from './notice.module.css'

const PAGE_SIZE = 10

interface Props {
  screen: '/myPage/notice' | '/service/notice'
  back: '/myPage' | '/service/faq'
  /** Number of pages of ten that are shown. */
  page: number
  onPage: (page: number) => void
}

/** Renders the notices to all visitors, pinned ones first, in pages of ten. Works offline. */
export function Notices({ screen, back, page, onPage }: Props) {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = useNotices()
  const isWide = useIsWide()
  const rows = useRef<HTMLUListElement>(null)
  const notices = data?.list.slice(0, PAGE_SIZE * page) ?? []
  return (
    <main data-screen={screen} className={layout.reading}>
      <TopBar title={<Trans>Notices</Trans>} back={back} />
      {status === 'failed' ? (
        <LoadError
          scene="harbour"
          title={<Trans>Could not load the notices</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading the notices`} />
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} height="4.5rem" radius="var(--radius-card)" />
          ))}
        </>
      ) : notices.length === 0 ? (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>No notices</Trans>}
          text={<Trans>We post news here about construction work, the weather and changes to opening hours.</Trans>}
        />
      ) : (
        <>
          {isWide ? (
            <Reader notices={notices} rows={rows} />
          ) : (
            <ul ref={rows} className={styles.rows}>
              {notices.map((notice) => (
                <li key={notice.id}>
                  <Link to="/service/notice_detail" search={{ id: notice.id }} className={styles.row}>
                    <Row notice={notice} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <ShowMore
            list={rows}
            count={notices.length}
            hasNext={notices.length < data.list.length}
            onPress={() => onPage(page + 1)}
          />
          <p className={layout.second}>
            <DataAge at={at} />
          </p>
        </>
      )}
    </main>
  )
}

/** Renders the list beside the chosen notice, at first the newest. */
function Reader({ notices, rows }: { notices: Notice[]; rows: RefObject<HTMLUListElement | null> }) {
  const [chosen, choose] = useState<string>()
  const notice = notices.find(({ id }) => id === chosen) ?? notices[0]
  return (
    <Columns
      detail
      aside={
        notice && (
          <article className={styles.article} aria-live="polite">
            <NoticeDate date={notice.date} pinnedYn={notice.pinnedYn} />
            <h2>{notice.title}</h2>
            <p className={styles.text}>{notice.body}</p>
            <LinkButton kind="quiet" size="small" to="/service/notice_detail" search={{ id: notice.id }}>
              <Trans>Open this notice</Trans>
            </LinkButton>
          </article>
        )
      }
    >
      <ul ref={rows} className={styles.rows}>
        {notices.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={each.id === notice?.id}
              onClick={() => choose(each.id)}
            >
              <Row notice={each} />
            </button>
          </li>
        ))}
      </ul>
    </Columns>
  )
}

function Row({ notice: { title, date, pinnedYn } }: { notice: Notice }) {
  return (
    <>
      <b>{title}</b>
      <NoticeDate date={date} pinnedYn={pinnedYn} />
    </>
  )
}
