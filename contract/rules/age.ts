import { koreanFields } from './koreanCalendar.ts'

/** Minimum age of members, as stated in the terms. */
export const AGE_MIN = 14

const OLDEST_YEARS = 120

/** The year in Korea at `now`, ms UTC. */
const koreanYear = (now: number): number => koreanFields(now).getUTCFullYear()

/**
 * Returns the years of birth that a member may have at `now`, both included. Only the year is known, so a person who
 * turns 14 during this year is accepted.
 */
export const birthYears = (now: number): { from: number; to: number } => ({
  from: koreanYear(now) - OLDEST_YEARS,
  to: koreanYear(now) - AGE_MIN,
})

/** Returns whether a person born in `birthYear` may join at `now`: false if certainly under 14, or over 120. */
export const mayJoin = (birthYear: number, now: number): boolean => {
  const { from, to } = birthYears(now)
  return Number.isInteger(birthYear) && birthYear >= from && birthYear <= to
}
