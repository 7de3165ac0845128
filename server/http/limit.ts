import { Refusal } from './refusal.ts'

/** Sliding window: at most `n` in `windowMs` for one key. Throws `E_THROTTLED` with `retryAfter` (seconds). */
export type Limit = (key: string, n: number, windowMs: number) => void
