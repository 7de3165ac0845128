import { randomInt } from 'node:crypto'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'

/** Without 0, O, 1, I and L: people read the number out over the phone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** How many numbers are tried before giving up because all are taken. */
export const NUMBER_TRIES = 8

/** Returns a readable number such as HP-261121-7F3A; the date is that in Korea. It may be taken already. */
export const readableNumber = (prefix: string, now: number): string => {
  const day = koreanDate(now).slice(2).replaceAll('-', '')
  return `${prefix}-${day}-${Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
