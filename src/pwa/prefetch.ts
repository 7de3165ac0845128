import { isPrefetchAllowed, type Connection } from '#contract/rules/prefetch.ts'

/** Returns whether screens may be prefetched: not on 2G, and not with Save-Data (spec 9.24). */
export const mayPrefetch = (
  connection: Connection | undefined = (navigator as Navigator & { connection?: Connection }).connection,
): boolean => isPrefetchAllowed(connection)
