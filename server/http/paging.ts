import type { Page } from '#contract/envelope.ts'
import { Refusal } from './refusal.ts'

/** Returns one page of a list in memory. */
export const pageOf = <T>(
  all: readonly T[],
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Page<T> => ({
  list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
  pageNum,
  pageSize,
  total: all.length,
})

/** Returns `value`. Throws `E_NOT_FOUND` when it is undefined. */
export const requireValue = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal('E_NOT_FOUND')
  return value
}
