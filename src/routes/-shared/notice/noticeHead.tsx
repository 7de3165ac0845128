import { Trans } from '@lingui/react/macro'
import { Pin } from 'lucide-react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import type { Notice } from '#data/notices.ts'
import { useFormat } from '#i18n/format.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './notice.module.css'

type Props = Pick<Notice, 'date' | 'pinnedYn'>

/** Renders the date of a notice, and whether it is pinned. */
export function NoticeDate({ date, pinnedYn }: Props) {
  const { date: dated } = useFormat()
  return (
    <small className={styles.date}>
      {dated(koreanDayStart(date), 'day')}
      {pinnedYn === 'Y' && (
        <Tag tone="harbour" icon={Pin}>
          <Trans>Pinned</Trans>
        </Tag>
      )}
    </small>
  )
}
