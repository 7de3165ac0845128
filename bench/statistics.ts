/** Returns the median. NaN, a failed visit, counts as the slowest; the median is NaN when half of the visits failed. */
export const median = (values: readonly number[]): number => {
  const sorted = values.map((value) => (Number.isNaN(value) ? Infinity : value)).toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const middleValue =
    sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
  return middleValue === undefined || middleValue === Infinity ? Number.NaN : middleValue
}

/** Returns each value divided by the median of `floor`: the values that they are compared with. */
export const ratios = (values: readonly number[], floor: readonly number[]): number[] => {
  const base = median(floor)
  return values.map((value) => value / base)
}

/** Returns a 95 % interval of the median by order statistics, without assuming a distribution. */
export const interval = (values: readonly number[]): [number, number] => {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach))
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach) - 1)
  return [sorted[low] ?? Number.NaN, sorted[Math.max(low, high)] ?? Number.NaN]
}

/** Returns the value that nine of ten values do not exceed. NaN, a failed visit, counts as the slowest. */
export const slowestTenth = (values: readonly number[]): number => {
  const sorted = values.map((value) => (Number.isNaN(value) ? Infinity : value)).toSorted((a, b) => a - b)
  const value = sorted[Math.ceil(0.9 * sorted.length) - 1]
  return value === undefined || value === Infinity ? Number.NaN : value
}

/** An interval wider than this part of its median proves nothing: the machine had other work. */
const WIDEST = 0.3

/**
 * Compares the rounds of a figure with its limit (performance 1.7): `FAILS` when a visit never showed what it waited for,
 * `SHORT` when the median is beyond the limit, `unsure` when the interval is too wide. `least`: the limit is a minimum.
 */
export const verdict = ({
  values,
  limit,
  least = false,
}: {
  values: readonly number[]
  limit: number
  least?: boolean | undefined
}): 'ok' | 'SHORT' | 'unsure' | 'FAILS' => {
  if (values.length === 0 || values.some(Number.isNaN)) return 'FAILS'
  const middle = median(values)
  if (least ? middle < limit : middle > limit) return 'SHORT'
  const [low, high] = interval(values)
  return high - low > WIDEST * middle ? 'unsure' : 'ok'
}
