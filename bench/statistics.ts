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

/** Samples of a soak: enough for both windows, whatever its length. */
export const SOAK_SAMPLES = 60
/** Samples of the first window: minutes 8 to 12 of an hour. */
const [FIRST_FROM, FIRST_UNTIL] = [7, 12]
const LAST = 5

/**
 * Returns the samples of a soak that are compared: around the end of the first ten minutes of an hour, and the last
 * five. A shorter soak is sampled as often, so its windows shrink with it; a longer one has a sample each minute.
 */
export const soakWindows = (samples: readonly number[]): { first: number[]; last: number[] } => ({
  first: samples.slice(FIRST_FROM, FIRST_UNTIL),
  last: samples.slice(-LAST),
})

/**
 * Compares the growth between two windows with a limit, such as 1.1 for 10 %: `SHORT` when the ratio of the medians is
 * beyond the limit, `unsure` when only the intervals of the medians allow a ratio beyond it, `FAILS` without samples.
 */
export const growthVerdict = (
  { first, last }: { first: readonly number[]; last: readonly number[] },
  limit: number,
): ReturnType<typeof verdict> => {
  if (first.length === 0 || last.length === 0 || [...first, ...last].some(Number.isNaN)) return 'FAILS'
  if (median(last) / median(first) > limit) return 'SHORT'
  const [[smallest], [, greatest]] = [interval(first), interval(last)]
  return greatest / smallest > limit ? 'unsure' : 'ok'
}
