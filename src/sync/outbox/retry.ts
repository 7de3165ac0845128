import { isErrorCode } from '#contract/errors.ts'
import { OUTBOX_BACKOFF_MAX_MS, OUTBOX_UNKNOWN_TRIES } from '#contract/limits.ts'
import type { Answer } from '#api/failure.ts'
import type { OutboxRow } from '#db/rows.ts'

const BACKOFF_FIRST_MS = 1_000

/** Returns a wait in ms with full jitter: random between 0 and a ceiling that doubles with each attempt (O31). */
export const backoff = (attempts: number, random: () => number): number =>
  Math.round(random() * Math.min(OUTBOX_BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempts))

/**
 * What an answer means for its action. `wait`: ms that the server asked for; absent, a backoff. `lost`: no answer.
 * `unknown`: a code that this build does not know; with `ask` the person must decide.
 */
export type AttemptOutcome =
  | { is: 'done'; data: unknown }
  | { is: 'wait'; lost: boolean; wait?: number }
  /** The author is not signed in: the action waits for them. */
  | { is: 'author' }
  | { is: 'unknown'; ask: boolean }
  | { is: 'refused'; code: string }

/** Classifies an answer for its action (O28, O30, O35, O36, O37). Pure. */
export const classifyOutcome = (answer: Answer<unknown>, row: Pick<OutboxRow, 'unknown'>): AttemptOutcome => {
  if (answer.ok) return { is: 'done', data: answer.data }
  const { failure } = answer
  if (failure.kind === 'transport') {
    const serverWait = failure.retryAfter === undefined ? {} : { wait: failure.retryAfter * 1000 }
    return { is: 'wait', lost: !failure.reached, ...serverWait }
  }
  if (failure.kind === 'auth' || failure.code === 'E_OWNER') return { is: 'author' }
  if (isErrorCode(failure.code)) return { is: 'refused', code: failure.code }
  return { is: 'unknown', ask: row.unknown + 1 >= OUTBOX_UNKNOWN_TRIES }
}

/**
 * Returns whether the wait of an action is over; `wall` is the phone's ms. An action is also due when more is left than
 * its whole wait, because then the clock was set back (O33).
 */
export const isDue = (row: Pick<OutboxRow, 'nextAt' | 'wait'>, wall: number): boolean =>
  wall >= row.nextAt || row.nextAt - wall > row.wait

/** Returns whether an action is refused or asks: only the person, or a later action, changes it. */
export const isSettled = (row: Pick<OutboxRow, 'refused' | 'asks'>): boolean =>
  row.refused !== null || row.asks !== null

/** Returns the first action of each lane, in the order of intent (O16), without lanes that are blocked (O18). */
export const heads = (rows: readonly OutboxRow[]): OutboxRow[] => {
  const lanes = new Set<string>()
  return rows.filter((row) => {
    if (lanes.has(row.lane)) return false
    lanes.add(row.lane)
    return !isSettled(row)
  })
}
