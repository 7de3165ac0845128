interface Connection {
  effectiveType?: string
  saveData?: boolean
}

/** Returns whether screens may be prefetched: not on 2G, and not with Save-Data (spec 9.24). */
export const mayPrefetch = (
  connection: Connection | undefined = (navigator as Navigator & { connection?: Connection }).connection,
): boolean => connection?.saveData !== true && connection?.effectiveType?.endsWith('2g') !== true
