/**
 * Returns the share of a sum for `units` of `of` units, in whole KRW, rounded down. Take shares as differences,
 * `share(sum, done + more, of) - share(sum, done, of)`, so that those of all units add up to the sum. Throws
 * `RangeError` for numbers out of range.
 */
export const share = (sum: number, units: number, of: number): number => {
  const whole = [sum, units, of].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!whole || of === 0 || units > of) throw new RangeError('not a share')
  return Math.floor((sum * units) / of)
}
