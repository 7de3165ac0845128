import type { Failure } from '#api/failure.ts'
import { isErrorCode, type FailureCode, type FieldError } from '#contract/errors.ts'

/** What screens learn of a failure; never thrown. */
export interface FailedOutcome {
  ok: false
  code: FailureCode
  fields?: FieldError[]
  retryAfter?: number
  /** The id by which the server's log names the request, after a failure of the server's own. */
  reference?: string
}

/** Returns the code of a failure as an outcome code; `UNKNOWN` for undefined, and for one that this build does not know. */
export const codeOf = (code: string | undefined): FailureCode =>
  code !== undefined && (code === 'STORAGE' || isErrorCode(code)) ? code : 'UNKNOWN'

/** Converts the failure of a call to an outcome. */
export const outcomeOf = (failure: Failure): FailedOutcome => {
  if (failure.kind === 'auth') return { ok: false, code: 'E_TOKEN' }
  const after = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }
  if (failure.kind === 'transport') {
    const reference = failure.reference === undefined ? {} : { reference: failure.reference }
    return { ok: false, code: failure.reached ? codeOf(failure.code) : 'OFFLINE', ...after, ...reference }
  }
  const fields = failure.fields === undefined ? {} : { fields: failure.fields }
  return { ok: false, code: codeOf(failure.code), ...fields, ...after }
}
