/** Durations in milliseconds, each once. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How far Korean time is ahead of UTC. Korea has had no summer time since 1988. */
export const KST_OFFSET_MS = 9 * HOUR_MS
