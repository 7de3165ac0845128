import type { ErrorCode, FieldError } from '#contract/errors.ts'

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

/** How an action that waits on this phone stands. */
export type Waiting = 'saved' | 'sending' | 'refused'
