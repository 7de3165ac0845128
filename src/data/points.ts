import type { Data } from '#contract/calls/call.ts'
import { list } from '#contract/calls/point.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'
export type { PointEntry } from '#contract/calls/point.ts'

/** Balance, rules at present, and one page of the ledger. */
export type Points = Data<typeof list>

/** Resolves with a page of the ledger, newest first, and the balance. Needs the server. */
export const fetchPoints = (pageNum = 1): Promise<Outcome<Points>> =>
  withRuntime(async ({ api }) =>
    outcome(await api.call(list, { query: { pageNum: String(pageNum), pageSize: String(PAGE_SIZE_MAX) } })),
  )
