/**
 * The share of a sum that falls on `units` of `of` units, whole KRW, rounded down. Shares are taken by difference:
 * `share(sum, done + more, of) - share(sum, done, of)`, so that all units together are the sum to the won.
 */
export const share = (sum: number, units: number, of: number): number => {
  const whole = [sum, units, of].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!whole || of === 0 || units > of) throw new RangeError('not a share')
  return Math.floor((sum * units) / of)
}
