import { randomInt } from 'node:crypto'

/** Numbers of coupons, which people read aloud and type. */

/** Without 0, O, 1, I, L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 59 bits, so that of 10,000 printed numbers the five guesses of an hour hit none (security 8.11). */
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/** Creates a random number. */
export const freshNumber = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/** Formats a number for print: `K7Q2-XD4A-9HBR`. */
export const printedNumber = (number: string): string => number.replaceAll(GROUP, '$&-')

/** Normalizes a printed number: no spaces or hyphens, upper case. */
export const paperNumber = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()
