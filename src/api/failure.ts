import type { FieldError } from '#contract/errors.ts'

/**
 * Why a call gave no data.
 * - `transport`: no final answer (no network, timeout, redirect, a page instead of JSON, 408, 425, 429, 5xx, or
 *   `E_KEY_RUNNING`); to be retried. `reached` is true when our server answered, with `code`.
 * - `auth`: the token is missing or invalid, and could not be renewed; needs a sign-in.
 * - `refused`: the server refused the call with `code`.
 * `retryAfter` is in seconds; `reference` is the id by which the server's log names the request.
 */
export type Failure =
  | { kind: 'transport'; reached: boolean; code?: string; retryAfter?: number; reference?: string }
  | { kind: 'auth' }
  | { kind: 'refused'; code: string; fields?: FieldError[]; retryAfter?: number }

/** The result of a call: its data, or why there is none. */
export type Answer<T> = { ok: true; data: T } | { ok: false; failure: Failure }

/** Returns a failed answer. */
export const failedAnswer = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })
/** This phone can store nothing, or no more: a refusal of its own, not a code of the server. */
export const NO_STORAGE: Failure = { kind: 'refused', code: 'STORAGE' }
/** Our server did not answer. */
export const UNREACHED: Failure = { kind: 'transport', reached: false }
