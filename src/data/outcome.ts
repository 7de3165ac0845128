import type { Answer } from '#api/failure.ts'
import type { FailureCode } from '#contract/errors.ts'
import { outcomeOf, type FailedOutcome } from '#sync/outcome.ts'
export { codeOf } from '#sync/outcome.ts'
/** A failed outcome. Screens store it whole: the sentence of a throttled call needs `retryAfter`. */
export type { FailedOutcome } from '#sync/outcome.ts'
export type { Waiting } from '#sync/mirror/wishes.ts'

/** The result of an operation of `src/data`; never thrown. Screens show a sentence for each `code`. */
export type Outcome<T> = { ok: true; data: T } | FailedOutcome

/**
 * `loading`: nothing is known yet. `ready`: something is known, or no member is signed in; for one owner it stays so
 * (M8). `failed`: nothing is known, and the last pull failed.
 */
export type Status = 'loading' | 'ready' | 'failed'

/** Returns a failed outcome. */
export const failedOutcome = (code: FailureCode): FailedOutcome => ({ ok: false, code })

/** Converts an answer of the API to an outcome. */
export const outcome = <T>(answer: Answer<T>): Outcome<T> => (answer.ok ? answer : outcomeOf(answer.failure))
