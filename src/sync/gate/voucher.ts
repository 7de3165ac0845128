import { uuidv7 } from 'uuidv7'
import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { failedAnswer } from '#api/failure.ts'
import { redeem } from '#contract/calls/redeem.ts'
import { GATE_ANSWER_MS } from '#contract/limits.ts'
import type { Enrolment } from '#db/gate.ts'
import type { GateAnswer, Redemption } from './answer.ts'
import { createLostAnswers } from './lostAnswers.ts'

/** Returns the server's answer to a voucher as an answer to a scan. */
const answerOf = ({ verdict, reason, entryUid, at, by, skewMs, voucher }: Redemption): GateAnswer => ({
  entryUid,
  verdict,
  reason,
  kind: 'voucher',
  voucher,
  offline: false,
  at,
  by,
  skewMs,
  undoUntil: null,
  pass: null,
})

/** The answer without the server, which alone can redeem (G35). */
const unanswered = (entryUid: string, at: number): GateAnswer => ({
  entryUid,
  verdict: 'voucher_network',
  reason: null,
  kind: 'voucher',
  voucher: null,
  offline: true,
  at,
  by: null,
  skewMs: null,
  undoUntil: null,
  pass: null,
})

export interface VoucherDeps {
  api: Api
  isOnline: () => boolean
  now: () => number
  /** Ends the enrolment whose credential the server has revoked. */
  end: (credential: string) => Promise<Answer<never>>
}

/**
 * Creates the function that has the server judge the live code of a voucher. A scan whose answer was lost may have
 * redeemed the voucher: the next scan of that voucher repeats its id, and then gets the same success (G37).
 */
export const createVoucherScan = ({ api, isOnline, now, end }: VoucherDeps) => {
  // However late: a voucher is redeemed once, and the repeated answer says when.
  const lost = createLostAnswers(now, Number.POSITIVE_INFINITY)
  return async (text: string, { credential }: Enrolment): Promise<Answer<GateAnswer>> => {
    const entryUid = lost.entryUidFor(text)
    if (!isOnline()) return { ok: true, data: unanswered(entryUid, now()) }
    // The key is new each time: the text differs.
    const options = { credential, key: uuidv7(), timeoutMs: GATE_ANSWER_MS }
    const answer = await api.call(redeem, { body: { entryUid, code: text } }, options)
    if (answer.ok) {
      lost.clear(text)
      return { ok: true, data: answerOf(answer.data) }
    }
    const { failure } = answer
    if (failure.kind === 'auth') return end(credential)
    if (failure.kind !== 'transport') return failedAnswer(failure)
    lost.note(text, entryUid)
    return failure.reached && failure.code !== undefined
      ? failedAnswer({ kind: 'refused', code: failure.code })
      : { ok: true, data: unanswered(entryUid, now()) }
  }
}
