import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { OutboxRow } from '#db/rows.ts'
import { argsOf } from '../outbox/command.ts'
import { COMMANDS } from '../outbox/commands/index.ts'
import type { Waiting, WishedPart, Wishes } from './wishes.ts'

/** Returns the state of an action; `wall` is the phone's ms. `sending` ends with the request's timeout (M3). */
export const waitingOf = (row: OutboxRow, wall: number): Waiting => {
  if (row.refused !== null) return 'refused'
  const age = row.triedAt === null ? REQUEST_TIMEOUT_MS : wall - row.triedAt
  return age >= 0 && age < REQUEST_TIMEOUT_MS ? 'sending' : 'saved'
}

/** Adds the wishes of the queued actions for one part to `wishes`, in the order of intent (M1), and returns it. */
export const collectWishes = <P extends WishedPart>(
  wishedPart: P,
  wishes: Wishes[P],
  outbox: readonly OutboxRow[],
  wall: number,
): Wishes[P] => {
  for (const row of outbox) {
    const command = COMMANDS.get(row.command)
    const args = command?.part === wishedPart ? argsOf(command, row) : null
    if (args !== null) command?.project?.(wishes as never, args, row, waitingOf(row, wall))
  }
  return wishes
}
