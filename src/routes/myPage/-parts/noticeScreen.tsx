import { Trans, useLingui } from '@lingui/react/macro'
import { Pin } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { useNotices, type Notice } from '#data/notices.ts'
import { useFormat } from '#i18n/format.ts'
import { Details } from '#ui/details.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import list from './list.module.css'

/** Renders notices to all visitors, pinned ones first. Works offline. */
export function NoticeScreen() {
  const { t } = useLingui()
  const { status, data, at, reload } = useNotices()
  return (
    <main data-screen="/myPage/notice" className={list.screen}>
      <TopBar title={<Trans>Notices</Trans>} back="/myPage" />
      {status === 'failed' ? (
        <ErrorState
          scene={<Scene name="harbour" />}
          title={<Trans>Could not load the notices</Trans>}
          text={<Trans>Check your connection and try again.</Trans>}
          onRetry={() => void reload()}
        />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading the notices`} />
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} height="3.25rem" />
          ))}
        </>
      ) : data.list.length === 0 ? (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>No notices</Trans>}
          text={<Trans>Construction work, weather conditions and changes to opening hours are announced here.</Trans>}
        />
      ) : (
        <>
          <div>
            {data.list.map((notice) => (
              <Details key={notice.id} summary={<Head notice={notice} />}>
                <p className={list.text}>{notice.body}</p>
              </Details>
            ))}
          </div>
          <p className={list.age}>
            <DataAge at={at} />
          </p>
        </>
      )}
    </main>
  )
}

function Head({ notice: { title, date, pinnedYn } }: { notice: Notice }) {
  const { date: dated } = useFormat()
  return (
    <span className={list.notice}>
      {title}
      <small>
        {dated(Date.parse(`${date}T00:00:00+09:00`), 'day')}
        {pinnedYn === 'Y' && (
          <Tag tone="harbour" icon={Pin}>
            <Trans>Pinned</Trans>
          </Tag>
        )}
      </small>
    </span>
  )
}
