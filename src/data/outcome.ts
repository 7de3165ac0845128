import type { Answer, Failure } from '#api/failure.ts'
import { isErrorCode, type ErrorCode, type FieldError } from '#contract/errors.ts'
export type { Waiting } from '#sync/mirror/project.ts'

/**
 * Why something did not happen: a refusal of the server (`E_…`), `OFFLINE` (no answer), `STORAGE` (this phone cannot
 * keep it: storage refused or full) or `UNKNOWN` (a code that this version does not know).
 */
export type OutcomeCode = ErrorCode | 'OFFLINE' | 'STORAGE' | 'UNKNOWN'

/** What a function of this folder tells a screen. Never thrown: a screen shows `code` by its sentence. */
export type Outcome<T> =
  | { ok: true; data: T }
  | { ok: false; code: OutcomeCode; fields?: FieldError[]; retryAfter?: number }

/** `loading`: nothing known yet. `ready` never goes back. `failed`: nothing known, and the server could not be asked. */
export type Status = 'loading' | 'ready' | 'failed'

export const codeOf = (code: string | undefined): OutcomeCode =>
  code !== undefined && isErrorCode(code) ? code : 'UNKNOWN'

export const no = (code: OutcomeCode): { ok: false; code: OutcomeCode } => ({ ok: false, code })

/** A failed call in the words of a screen. */
export const outcomeOf = (failure: Failure): Outcome<never> & { ok: false } => {
  if (failure.kind === 'auth') return no('E_TOKEN')
  const after = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }
  if (failure.kind === 'transport') return { ...no(failure.reached ? codeOf(failure.code) : 'OFFLINE'), ...after }
  const fields = failure.fields === undefined ? {} : { fields: failure.fields }
  return { ...no(codeOf(failure.code)), ...fields, ...after }
}

/** An answer of the API, in the words of a screen. */
export const outcome = <T>(answer: Answer<T>): Outcome<T> => (answer.ok ? answer : outcomeOf(answer.failure))
