import { PASS_TYPES, type PassType } from './codes.ts'

/** The first segments of the addresses of the guides (spec 2.14): `/24h`, `/big3/use`. */
export const GUIDES = PASS_TYPES.map((type) => type.toLowerCase())

/** Returns the pass type of a guide's address; undefined for any other word. */
export const guideOf = (word: string): PassType | undefined => PASS_TYPES.find((type) => type.toLowerCase() === word)
