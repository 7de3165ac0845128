import type { Answer, Failure } from '#api/failure.ts'
import { isErrorCode, type FailureCode, type FieldError } from '#contract/errors.ts'
export type { Waiting } from '#sync/mirror/wishes.ts'

/** The result of an operation of `src/data`; never thrown. Screens show a sentence for each `code`. */
export type Outcome<T> =
  | { ok: true; data: T }
  | { ok: false; code: FailureCode; fields?: FieldError[]; retryAfter?: number }

/** A failed outcome. Screens store it whole: the sentence of a throttled call needs `retryAfter`. */
export type FailedOutcome = Exclude<Outcome<never>, { ok: true }>

/**
 * `loading`: nothing is known yet. `ready`: something is known, or no member is signed in; for one owner it stays so
 * (M8). `failed`: nothing is known, and the last pull failed.
 */
export type Status = 'loading' | 'ready' | 'failed'

/** Returns a server's code as an outcome code; `UNKNOWN` for undefined, and for one that this build does not know. */
export const codeOf = (code: string | undefined): FailureCode =>
  code !== undefined && isErrorCode(code) ? code : 'UNKNOWN'

/** Returns a failed outcome. */
export const failedOutcome = (code: FailureCode): FailedOutcome => ({ ok: false, code })

/** Converts the failure of a call to an outcome. */
export const outcomeOf = (failure: Failure): FailedOutcome => {
  if (failure.kind === 'auth') return failedOutcome('E_TOKEN')
  const after = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }
  if (failure.kind === 'transport')
    return { ...failedOutcome(failure.reached ? codeOf(failure.code) : 'OFFLINE'), ...after }
  const fields = failure.fields === undefined ? {} : { fields: failure.fields }
  return { ...failedOutcome(codeOf(failure.code)), ...fields, ...after }
}

/** Converts an answer of the API to an outcome. */
export const outcome = <T>(answer: Answer<T>): Outcome<T> => (answer.ok ? answer : outcomeOf(answer.failure))
