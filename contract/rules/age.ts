/** Members are at least so old, as the terms say. */
export const AGE_MIN = 14

const KST_MS = 9 * 3_600_000
const OLDEST_YEARS = 120

/** The year in Korea at `now`, ms UTC. */
const koreanYear = (now: number): number => new Date(now + KST_MS).getUTCFullYear()

/**
 * The years of birth that a member may have at `now`, `[from, to]`. The year alone is known: whoever turns 14 in this year
 * may have done so already.
 */
export const birthYears = (now: number): { from: number; to: number } => ({
  from: koreanYear(now) - OLDEST_YEARS,
  to: koreanYear(now) - AGE_MIN,
})

/** May somebody born in this year be a member at `now`? Not when certainly under 14, nor of a year that cannot be. */
export const mayJoin = (birthYear: number, now: number): boolean => {
  const { from, to } = birthYears(now)
  return Number.isInteger(birthYear) && birthYear >= from && birthYear <= to
}
