import { isErrorCode } from '#contract/errors.ts'
import { OUTBOX_BACKOFF_MAX_MS, OUTBOX_UNKNOWN_TRIES } from '#contract/limits.ts'
import type { Answer } from '#api/failure.ts'
import type { OutboxRow } from '#db/rows.ts'

const BACKOFF_FIRST_MS = 1_000

/** Full jitter: anything up to a ceiling that doubles with each attempt. */
export const backoff = (attempts: number, random: () => number): number =>
  Math.round(random() * Math.min(OUTBOX_BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempts))

/** `wait` in ms when the server has said how long. */
export type Verdict =
  | { is: 'done'; data: unknown }
  | { is: 'wait'; lost: boolean; wait?: number }
  /** Nobody is signed in, or somebody else is: the action waits for its author. */
  | { is: 'author' }
  | { is: 'unknown'; ask: boolean }
  | { is: 'refused'; code: string }

/** What an answer means for the action (offline.md, outbox 5). */
export const verdict = (answer: Answer<unknown>, row: Pick<OutboxRow, 'unknown'>): Verdict => {
  if (answer.ok) return { is: 'done', data: answer.data }
  const { failure } = answer
  if (failure.kind === 'transport') {
    const told = failure.retryAfter === undefined ? {} : { wait: failure.retryAfter * 1000 }
    return { is: 'wait', lost: !failure.reached, ...told }
  }
  if (failure.kind === 'auth' || failure.code === 'E_OWNER') return { is: 'author' }
  if (isErrorCode(failure.code)) return { is: 'refused', code: failure.code }
  return { is: 'unknown', ask: row.unknown + 1 >= OUTBOX_UNKNOWN_TRIES }
}

/** A clock that was set back must not make a wait longer than it was. */
export const isDue = (row: Pick<OutboxRow, 'nextAt' | 'wait'>, wall: number): boolean =>
  wall >= row.nextAt || row.nextAt - wall > row.wait

/** Nothing more happens to it by itself. */
export const isSettled = (row: Pick<OutboxRow, 'refused' | 'asks'>): boolean =>
  row.refused !== null || row.asks !== null

/** First of each lane, in the order of intent. A refused or asking row blocks its own lane only. */
export const heads = (rows: readonly OutboxRow[]): OutboxRow[] => {
  const lanes = new Set<string>()
  return rows.filter((row) => {
    if (lanes.has(row.lane)) return false
    lanes.add(row.lane)
    return !isSettled(row)
  })
}
