import type { Data, In } from '#contract/calls/call.ts'
import { download, upload } from '#contract/calls/file.ts'
import * as calls from '#contract/calls/review.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { withRuntime } from './withRuntime.ts'
export type { Review } from '#contract/calls/review.ts'

/** Reviews of goods. They need the server and are not mirrored. */

export type ReviewPage = Data<typeof calls.list>

/** Resolves with a page of the reviews of goods, newest first, with the average and the count of each rating. */
export const fetchReviews = (gdsUid: string, pageNum: number): Promise<Outcome<ReviewPage>> =>
  withRuntime(async ({ api, locale }) =>
    outcome(
      await api.call(calls.list, {
        query: { gdsUid, pageNum: String(pageNum), language: LANGUAGE_CODE[locale()] },
      }),
    ),
  )

/** Writes the review of a reservation. `E_REVIEWED`, `E_RESERVE_STATE`, `E_REVIEW_EARLY`, `E_REVIEW_SHORT`. */
export const writeReview = (body: NonNullable<In<typeof calls.insert, 'body'>>): Promise<Outcome<calls.Review>> =>
  withRuntime(async ({ api }) => outcome(await api.call(calls.insert, { body })))

/** Reports a review to the desk. */
export const reportReview = (
  body: NonNullable<In<typeof calls.report, 'body'>>,
): Promise<Outcome<Data<typeof calls.report>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(calls.report, { body })))

/** Uploads a picture for a review and resolves with its id. `E_FILE_TYPE`, `E_FILE_PIXELS`, `E_FILE_BROKEN`. */
export const uploadReviewPhoto = async (picture: Blob): Promise<Outcome<string>> => {
  const file = new Uint8Array(await picture.arrayBuffer())
  const uploaded = await withRuntime(async ({ api }) =>
    outcome(await api.call(upload, { body: { kind: 'review', file } })),
  )
  return uploaded.ok ? { ok: true, data: uploaded.data.fileUid } : uploaded
}

/** Returns the bytes of a review's picture; null without an answer. */
export const readReviewPhoto = async (id: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const answer = await (await loadRuntime()).api.file(download, { params: { id } })
  return answer.ok ? answer.data : null
}
