import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Flag, Star } from 'lucide-react'
import { useRef, useState } from 'react'
import { fetchReviews, readReviewPhoto, type Review, type ReviewPage } from '#data/reviews.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import frame from '../detail/detail.module.css'
import { FailureBanner } from '../failureBanner.tsx'
import { lazyDialog } from '../lazyPart.tsx'
import { Thumbnails } from '../photo/thumbnail.tsx'
import { ShowMore } from '../showMore.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useNextPages } from '../useNextPages.ts'
import styles from './reviews.module.css'

const ReportDialog = lazyDialog(async () => (await import('./reportDialog.tsx')).ReportDialog)

/** Renders the reviews of goods: their average, the number of each rating, and the newest ten; more at a press. */
export function Reviews({ gdsUid }: { gdsUid: string }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const first = useAnswer(() => fetchReviews(gdsUid, 1))
  return (
    <section className={frame.section} aria-labelledby="goods-reviews">
      <h2 id="goods-reviews">
        <Trans>Reviews</Trans>
      </h2>
      {first.answer ? (
        <Answered gdsUid={gdsUid} page={first.answer} />
      ) : !isOnline ? (
        <p className={styles.quiet}>
          <Trans>You can read reviews once you are online.</Trans>
        </p>
      ) : first.failure ? (
        <FailureBanner failure={first.failure} onRetry={first.reload} />
      ) : (
        <>
          <LoadingLine label={t`Loading reviews`} />
          <Skeleton height="8rem" />
        </>
      )}
    </section>
  )
}

function Answered({ gdsUid, page }: { gdsUid: string; page: ReviewPage }) {
  const { entries, hasNext, busy, failure, load } = useNextPages<Review>(
    page,
    (pageNum) => fetchReviews(gdsUid, pageNum),
    ({ reviewUid }) => reviewUid,
  )
  const rows = useRef<HTMLUListElement>(null)
  /** The review of the last report, and how many were opened: each begins empty. */
  const [report, setReport] = useState({ reviewUid: '', count: 0 })
  const [isReporting, setReporting] = useState(false)
  if (entries.length === 0)
    return (
      <p className={styles.quiet}>
        <Trans>No reviews yet. Guests can write one after their visit.</Trans>
      </p>
    )
  const openReport = (reviewUid: string) => {
    setReport({ reviewUid, count: report.count + 1 })
    setReporting(true)
  }
  return (
    <>
      <Summary page={page} />
      <ul ref={rows} className={styles.list}>
        {entries.map((review) => (
          <ReviewRow key={review.reviewUid} review={review} onReport={() => openReport(review.reviewUid)} />
        ))}
      </ul>
      <FailureBanner failure={failure} />
      <ShowMore list={rows} count={entries.length} hasNext={hasNext} busy={busy} onPress={() => void load()} />
      <ReportDialog
        key={report.count}
        open={isReporting}
        reviewUid={report.reviewUid}
        onClose={() => setReporting(false)}
      />
    </>
  )
}

function Summary({ page: { average, counts, total } }: { page: ReviewPage }) {
  const { t } = useLingui()
  const { number } = useFormat()
  const most = Math.max(1, ...counts)
  return (
    <div className={styles.summary}>
      <div className={styles.average}>
        <b>{average === null ? '–' : number(average)}</b>
        <Rating stars={Math.round(average ?? 0)} />
        <Plural value={total} one="# review" other="# reviews" />
      </div>
      <ul className={styles.bars}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = counts[stars - 1] ?? 0
          return (
            <li key={stars} aria-label={t`${stars} of 5 stars: ${count}`}>
              <span aria-hidden>{stars}</span>
              <span className={styles.track} aria-hidden>
                <span style={{ inlineSize: `${(100 * count) / most}%` }} />
              </span>
              <span aria-hidden>{count}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Renders a rating as five stars. */
export function Rating({ stars }: { stars: number }) {
  const { t } = useLingui()
  return (
    <span className={styles.rating} role="img" aria-label={t`${stars} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className={cx(styles.star, star <= stars && styles.full)}>
          <Icon of={Star} size={16} />
        </span>
      ))}
    </span>
  )
}

function ReviewRow({ review, onReport }: { review: Review; onReport: () => void }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const { author, rating, content, photos, answer, optionNm, writtenAt } = review
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <div>
          <b>{author}</b>
          <p className={styles.quiet}>
            {optionNm} · {date(writtenAt, 'day')}
          </p>
        </div>
        <Rating stars={rating} />
      </div>
      <p className={styles.content}>{content}</p>
      {photos.length > 0 && <Thumbnails ids={photos} altOf={() => t`Photo by ${author}`} read={readReviewPhoto} />}
      {answer && (
        <div className={styles.answer}>
          <b>
            <Trans>Owner’s answer</Trans>
          </b>
          <p>{answer.content}</p>
          <p className={styles.quiet}>{date(answer.at, 'day')}</p>
        </div>
      )}
      <Button kind="quiet" size="small" icon={Flag} onClick={onReport} aria-label={t`Report the review by ${author}`}>
        <Trans>Report</Trans>
      </Button>
    </li>
  )
}
