import type { FieldError } from '#contract/errors.ts'

/**
 * Why a call gave no data.
 * - `transport`: no answer that counts (no network, timeout, redirect, a page instead of JSON, 408/425/429/5xx, still
 *   running). Try again later. `reached` tells whether it was our server that spoke; then `code` is what it said.
 * - `auth`: the token is missing or no longer good, and could not be renewed. Wait for a sign-in.
 * - `refused`: the server's decision.
 */
export type Failure =
  | { kind: 'transport'; reached: boolean; code?: string; retryAfter?: number }
  | { kind: 'auth' }
  | { kind: 'refused'; code: string; fields?: FieldError[]; retryAfter?: number }

export type Answer<T> = { ok: true; data: T } | { ok: false; failure: Failure }

export const failed = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })
/** Nothing of ours answered. */
export const UNREACHED: Failure = { kind: 'transport', reached: false }
