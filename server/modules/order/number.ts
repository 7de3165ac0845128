import { randomInt } from 'node:crypto'

const KST_MS = 9 * 3_600_000
/** No 0, O, 1, I, L: it is read over the phone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** How often another number is tried when one is taken. */
export const NUMBER_TRIES = 8

/** A number that people say to each other: HP-261121-7F3A, by the day in Korea. May be taken already. */
export const readableNumber = (prefix: string, now: number): string => {
  const day = new Date(now + KST_MS).toISOString().slice(2, 10).replaceAll('-', '')
  return `${prefix}-${day}-${Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
