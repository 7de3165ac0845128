import type { GateDb } from '#db/gate.ts'

/** Error that a server-corrected clock may have (G11). */
const TOLERANCE_MS = 5_000

/**
 * Resolves with the known instant in ms: the latest of the making of the lists, the last contact, and the last entry by
 * a believed clock (G11). Null before the first contact.
 */
export const readNotBefore = async (db: GateDb): Promise<number | null> => {
  const serverTimes = [(await db.read('rules'))?.madeAt, await db.read('contactAt'), await db.read('openedAt')]
  const instants = serverTimes.filter((at) => at !== undefined)
  return instants.length === 0 ? null : Math.max(...instants)
}

/**
 * Returns whether the gate's clock is believed: verified, and at most 5 s behind the known instant `notBefore`, if
 * there is one (null: none) (G11).
 */
export const isClockBelieved = (now: number, isVerified: boolean, notBefore: number | null): boolean =>
  isVerified && (notBefore === null || now >= notBefore - TOLERANCE_MS)
