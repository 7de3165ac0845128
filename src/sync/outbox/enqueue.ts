import { uuidv7 } from 'uuidv7'
import { OUTBOX_ARGS_MAX_BYTES, OUTBOX_MAX } from '#contract/limits.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { Command } from './command.ts'
import type { Home } from './home.ts'
import { isSettled } from './retry.ts'

export class OutboxFull extends Error {}

/** As much of a command as queueing takes. */
export type Queued<Args> = Pick<Command<Args, never>, 'name' | 'version' | 'lane' | 'coalesce'>

const emptyRow = { attempts: 0, nextAt: 0, wait: 0, lost: false, triedAt: null, unknown: 0, refused: null, asks: null }

/**
 * Adds an action and lets it take the place of older ones of its lane, in one transaction. Only rows without an attempt
 * are coalesced (another may already have had its effect), and those that the server refused: the member's later word
 * supersedes them. The last desired state stays even if it equals the mirror, which may be stale.
 */
export const enqueue = async <Args>(
  home: Home,
  command: Queued<Args>,
  args: Args,
  writtenAt: number,
  id = uuidv7(),
): Promise<string> => {
  if (new TextEncoder().encode(JSON.stringify(args)).length > OUTBOX_ARGS_MAX_BYTES) throw new OutboxFull()
  const lane = command.lane(args)
  const { name, version } = command
  const row: OutboxRow = {
    ...emptyRow,
    id,
    command: name,
    version,
    args,
    lane,
    owner: home.owner,
    writtenAt,
    allowed: false,
  }
  await home.transaction(async ({ outbox }) => {
    if (command.coalesce === 'last') {
      const earlier = await outbox.where('lane').equals(lane).toArray()
      const replaced = earlier.filter((other) => other.attempts === 0 || isSettled(other))
      await outbox.bulkDelete(replaced.flatMap(({ seq }) => (seq === undefined ? [] : [seq])))
    }
    if ((await outbox.count()) >= OUTBOX_MAX) throw new OutboxFull()
    await outbox.add(row)
  })
  return id
}
