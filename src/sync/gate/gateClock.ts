import type { GateDb } from '#db/gate.ts'

/** A clock corrected by a server may differ by that much. */
const TOLERANCE_MS = 5_000

/**
 * The latest instant that has certainly passed, as far as this gate knows: its lists were made, it was in contact, or a
 * pass opened here. Null before the first contact.
 */
export const readNotBefore = async (db: GateDb): Promise<number | null> => {
  const serverTimes = [(await db.read('rules'))?.madeAt, await db.read('contactAt'), await db.read('openedAt')]
  const instants = serverTimes.filter((at) => at !== undefined)
  return instants.length === 0 ? null : Math.max(...instants)
}

/** Can this gate judge by its own clock? Not when it is behind what has certainly passed, or could not be verified. */
export const isClockBelieved = (now: number, isVerified: boolean, notBefore: number | null): boolean =>
  isVerified && (notBefore === null || now >= notBefore - TOLERANCE_MS)
