interface Connection {
  effectiveType?: string
  saveData?: boolean
}

/** May screens be loaded before they are asked for? Not on 2g, and not when data is to be saved (specification 9). */
export const mayPrefetch = (
  connection: Connection | undefined = (navigator as Navigator & { connection?: Connection }).connection,
): boolean => connection?.saveData !== true && connection?.effectiveType?.endsWith('2g') !== true
