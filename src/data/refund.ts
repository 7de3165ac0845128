import { codes } from '#contract/calls/codes.ts'
import { refundPass, type RefundResult } from '#contract/calls/refund.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { withTimeout } from '#db/withTimeout.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'
export type { RefundItem, RefundResult } from '#contract/calls/refund.ts'

export interface RefundReason {
  code: string
  name: string
}

/** Resolves with the reasons for a refund (list WHY_CD) in the current language. */
export const fetchRefundReasons = (): Promise<Outcome<RefundReason[]>> =>
  withRuntime(async ({ api, locale }) => {
    const query = { language: LANGUAGE_CODE[locale()] }
    return outcome(await api.call(codes, { params: { codeType: 'WHY_CD' }, query }))
  })

export interface RefundForm {
  ordUid: string
  passUids: string[]
  whyCd: string
  etcWhy: string
}

/** An accepted request is reported after this time at the latest. */
const PULLED_MS = 3_000

/**
 * Requests a refund of unused passes. Needs the server; never queued. A repeated request with the same `key` gets the
 * answer of the first one. On success first pulls passes, purchases and coupons, for 3 s at most.
 */
export const requestRefund = (form: RefundForm, key: string): Promise<Outcome<RefundResult>> =>
  withRuntime(async ({ api, platform, pulls }) => {
    const { ordUid, ...rest } = form
    const answer = await api.call(refundPass, { body: { rsvtUid: ordUid, ...rest } }, { key })
    if (answer.ok) {
      const pulled = (['passes', 'purchases', 'coupons'] as const).map((mirrorPart) => pulls.pull(mirrorPart, true))
      await withTimeout(Promise.all(pulled), PULLED_MS, platform.schedule)
    }
    return outcome(answer)
  })
