import * as z from 'zod/mini'
import { REVIEW_MAX, REVIEW_MIN, REVIEW_PHOTOS_MAX } from '../limits.ts'
import { graphemes } from '../rules/text.ts'
import { call, page } from './call.ts'
import { instant, language, paging, text, uid, uuid, yn } from './fields.ts'

/** Reasons to report a review. */
export const REPORT_REASONS = ['spam', 'abuse', 'untrue', 'privacy', 'other'] as const
export const RATING_MIN = 1
export const RATING_MAX = 5
const DETAIL_MAX = 500

/** A guest's review of goods (spec 2.71, 3.22). */
export const review = z.object({
  reviewUid: uuid,
  gdsUid: z.string(),
  /** The reserved option, in the language of the call. */
  optionNm: z.string(),
  /** Stars, 1 to 5. */
  rating: z.int(),
  /** The author's text, not translated. */
  content: z.string(),
  /** Given name, and initial of the surname. */
  author: z.string(),
  /** The `fileUid` of each photo, in the order of their upload. */
  photos: z.array(uuid),
  writtenAt: instant,
  /** Reply of the place. */
  answer: z.nullable(z.object({ content: z.string(), at: instant })),
})
export type Review = z.infer<typeof review>

export const list = call({
  method: 'GET',
  path: '/review/list',
  who: 'anonymous',
  addition: true,
  summary: 'Reviews of goods, newest first, with their average',
  refuses: ['E_NOT_FOUND'],
  query: z.strictObject({ ...paging, gdsUid: uid, language }),
  data: z.extend(page(review), {
    /** Average rating to one decimal; null without reviews. */
    average: z.nullable(z.number()),
    /** Number of reviews with one star, two stars … five. */
    counts: z.array(z.int()),
  }),
})

export const insert = call({
  method: 'POST',
  path: '/review/insert',
  who: 'member',
  addition: true,
  summary: 'Writes the review of a reservation, once its use has begun',
  refuses: ['E_NOT_FOUND', 'E_REVIEWED', 'E_RESERVE_STATE', 'E_REVIEW_EARLY', 'E_REVIEW_SHORT'],
  body: z.strictObject({
    rsvtUid: uuid,
    rating: z.int().check(z.gte(RATING_MIN), z.lte(RATING_MAX)),
    content: text(REVIEW_MAX * 16).check(
      z.refine((value) => graphemes(value.trim()) >= REVIEW_MIN, { error: 'review_short' }),
      z.refine((value) => graphemes(value) <= REVIEW_MAX, { error: 'too_long' }),
    ),
    /** Uploads of the kind `review`. */
    photos: z.prefault(z.array(uuid).check(z.maxLength(REVIEW_PHOTOS_MAX)), []),
  }),
  data: review,
})

export const report = call({
  method: 'POST',
  path: '/review/report',
  who: 'member',
  addition: true,
  summary: 'Reports a review to the desk; again changes nothing',
  refuses: ['E_NOT_FOUND'],
  body: z.strictObject({
    reviewUid: uuid,
    reason: z.enum(REPORT_REASONS),
    detail: z.optional(
      text(DETAIL_MAX * 16).check(z.refine((value) => graphemes(value) <= DETAIL_MAX, { error: 'too_long' })),
    ),
  }),
  data: z.object({ reviewUid: uuid, reportedYn: yn }),
})
