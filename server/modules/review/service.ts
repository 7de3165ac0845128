import { uuidv7 } from 'uuidv7'
import { RATING_MAX, type REPORT_REASONS, type Review } from '#contract/calls/review.ts'
import type { Locale } from '#contract/locales.ts'
import { mayReview } from '#contract/rules/reservation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { factsOf, findReservation } from '#server/modules/booking/service.ts'
import { filesOf, showFiles, takeFiles } from '#server/modules/file/service.ts'
import { findGoods, findOption } from '#server/modules/goods/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import * as store from './store.ts'

/** Returns which of these reservations have a review. */
export const reviewedOf = async (db: Database | Tx, rsvtUids: string[]): Promise<Set<string>> =>
  new Set(await store.reviewed(db, rsvtUids))

/** Returns whether this reservation has a review. */
export const hasReview = async (db: Database | Tx, rsvtUid: string): Promise<boolean> =>
  (await reviewedOf(db, [rsvtUid])).has(rsvtUid)

const present = async (db: Database | Tx, rows: store.Row[], locale: Locale): Promise<Review[]> => {
  const photos = await filesOf(
    db,
    'review',
    rows.map(({ reviewUid }) => reviewUid),
  )
  const list: Review[] = []
  for (const row of rows) {
    const { reviewUid, gdsUid, gdsDtlUid, rating, content, author, writtenAt, answer, answeredAt } = row
    list.push({
      reviewUid,
      gdsUid,
      optionNm: (await findOption(db, gdsDtlUid))?.option.doc.name[locale] ?? '',
      rating,
      content,
      author,
      photos: photos.get(reviewUid) ?? [],
      writtenAt,
      answer: answer === null || answeredAt === null ? null : { content: answer, at: answeredAt },
    })
  }
  return list
}

/** Returns the name that others see: given name and the initial of the surname. */
export const authorOf = ({ engNm, engSurname }: { engNm: string; engSurname: string }): string =>
  `${engNm} ${Array.from(engSurname)[0] ?? ''}.`

export interface Written {
  rsvtUid: string
  rating: number
  content: string
  photos: string[]
}

/**
 * Writes the review of a reservation, once its use has begun. Throws `E_NOT_FOUND`, also for another member's
 * reservation or file; `E_REVIEWED`; `E_RESERVE_STATE` unless the reservation is confirmed; `E_REVIEW_EARLY`; `E_TOKEN`
 * for a withdrawn member.
 */
export const writeReview = async (
  tx: Tx,
  { rsvtUid, rating, content, photos }: Written,
  { memberId, locale, now }: { memberId: string; locale: Locale; now: number },
): Promise<Review> => {
  const reservation = await findReservation(tx, rsvtUid)
  if (reservation?.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  if (await hasReview(tx, rsvtUid)) throw new Refusal('E_REVIEWED')
  if (reservation.state !== 'confirmed') throw new Refusal('E_RESERVE_STATE')
  if (!mayReview(factsOf(reservation, false), now)) throw new Refusal('E_REVIEW_EARLY')
  const member = await readMember(tx, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  const { gdsUid, gdsDtlUid } = reservation
  const row = await store.insert(tx, {
    reviewUid: uuidv7(),
    rsvtUid,
    gdsUid,
    gdsDtlUid,
    memberId,
    author: authorOf(member),
    rating,
    content: content.trim(),
    writtenAt: now,
    hidden: false,
    answer: null,
    answeredAt: null,
  })
  if (!row) throw new Refusal('E_REVIEWED')
  await takeFiles(tx, { fileUids: photos, memberId, kind: 'review', usedBy: row.reviewUid })
  await showFiles(tx, row.reviewUid, true)
  const [review] = await present(tx, [row], locale)
  if (!review) throw new Error('one review was not shown')
  return review
}

/** Returns a page of reviews of goods, newest first, with the rating counts. Throws `E_NOT_FOUND` for an unknown id. */
export const listReviews = async (
  db: Database,
  { gdsUid, pageNum, pageSize }: { gdsUid: string; pageNum: number; pageSize: number },
  locale: Locale,
) => {
  if (!(await findGoods(db, gdsUid))) throw new Refusal('E_NOT_FOUND')
  const tally = new Map((await store.tally(db, gdsUid)).map(({ rating, n }) => [rating, n]))
  const counts = Array.from({ length: RATING_MAX }, (_, star) => tally.get(star + 1) ?? 0)
  const total = counts.reduce((sum, n) => sum + n, 0)
  const stars = counts.reduce((sum, n, star) => sum + n * (star + 1), 0)
  return {
    list: await present(db, await store.page(db, gdsUid, pageNum, pageSize), locale),
    pageNum,
    pageSize,
    total,
    average: total === 0 ? null : Math.round((stars / total) * 10) / 10,
    counts,
  }
}

/** Stores a report of a review for the desk. Throws `E_NOT_FOUND`, also for a hidden review. */
export const reportReview = async (
  tx: Tx,
  {
    reviewUid,
    reason,
    detail,
  }: { reviewUid: string; reason: (typeof REPORT_REASONS)[number]; detail?: string | undefined },
  memberId: string,
  now: number,
): Promise<void> => {
  if (!(await store.isShown(tx, reviewUid))) throw new Refusal('E_NOT_FOUND')
  await store.insertReport(tx, { reviewUid, memberId, reason, detail: detail?.trim() || null, reportedAt: now })
}

/** Returns the reported reviews for the desk, most recent report first. */
export const reportedReviews = async (db: Database) => {
  const entriesByReview = new Map<string, { row: store.Row; reports: { reason: string; detail: string | null }[] }>()
  for (const { review, report } of await store.reported(db)) {
    const entry = entriesByReview.get(review.reviewUid) ?? { row: review, reports: [] }
    entry.reports.push({ reason: report.reason, detail: report.detail })
    entriesByReview.set(review.reviewUid, entry)
  }
  return [...entriesByReview.values()].map(
    ({ row: { reviewUid, gdsUid, rating, content, writtenAt, hidden }, reports }) => ({
      reviewUid,
      gdsUid,
      rating,
      content,
      writtenAt,
      hidden,
      reports,
    }),
  )
}

/** Stores the place's answer, replacing an earlier one. For the desk. Throws `E_NOT_FOUND`. */
export const answerReview = async (tx: Tx, reviewUid: string, answer: string, now: number): Promise<void> => {
  if (!(await store.update(tx, reviewUid, { answer, answeredAt: now }))) throw new Refusal('E_NOT_FOUND')
}

/** Hides a review and its photos, or shows them again. For the desk. Throws `E_NOT_FOUND`. */
export const hideReview = async (tx: Tx, reviewUid: string, hidden: boolean): Promise<void> => {
  if (!(await store.update(tx, reviewUid, { hidden }))) throw new Refusal('E_NOT_FOUND')
  await showFiles(tx, reviewUid, !hidden)
}
