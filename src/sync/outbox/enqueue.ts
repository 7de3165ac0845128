import { uuidv7 } from 'uuidv7'
import { OUTBOX_ARGS_MAX_BYTES, OUTBOX_MAX } from '#contract/limits.ts'
import type { Command, HomeDb } from './command.ts'
import type { Home } from './home.ts'

export class OutboxFull extends Error {}

/** As much of a command as queueing takes. */
export type Queued<Args> = Pick<Command<Args, never>, 'name' | 'version' | 'lane' | 'meet'>

const emptyRow = { attempts: 0, nextAt: 0, wait: 0, lost: false, triedAt: null, unknown: 0, refused: null, asks: null }

/** What becomes of those that wait already. False: the new one and an earlier one cancel each other. */
const meetEarlier = async <Args>(
  { outbox }: HomeDb,
  lane: string,
  meet: NonNullable<Queued<Args>['meet']>,
  given: Args,
): Promise<{ args: Args } | false> => {
  let args = given
  let cancelled = false
  let needed = false
  for (const earlier of await outbox.where('lane').equals(lane).sortBy('seq')) {
    const meeting = meet(earlier, args)
    if (meeting.do === 'hasten') await outbox.put({ ...earlier, asks: null, allowed: true, nextAt: 0 })
    if (meeting.do === 'replace') args = meeting.args ?? args
    if (meeting.do === 'cancel') cancelled = true
    // A waiting one that it replaces was needed, too: for what went before that.
    const waited = meeting.do === 'replace' && earlier.refused === null
    if (waited || meeting.do === 'precede' || meeting.do === 'hasten') needed = true
    if ((meeting.do === 'replace' || meeting.do === 'cancel') && earlier.seq !== undefined)
      await outbox.delete(earlier.seq)
  }
  return (needed || !cancelled) && { args }
}

/**
 * Adds an action and lets it meet those of its lane, in one transaction. Only rows without an attempt are taken away
 * (another may already have had its effect), and those that the server refused: the member's later word supersedes them.
 * The last desired state stays even if it equals the mirror, which may be stale.
 */
export const enqueue = async <Args>(
  home: Home,
  command: Queued<Args>,
  given: Args,
  writtenAt: number,
  id = uuidv7(),
): Promise<string> => {
  await home.transaction(async (db) => {
    const { name, version, meet } = command
    const lane = command.lane(given)
    // Nothing but the database may be waited for within a transaction.
    const met = meet ? await meetEarlier(db, lane, meet, given) : { args: given }
    if (!met) return
    const { args } = met
    if (new TextEncoder().encode(JSON.stringify(args)).length > OUTBOX_ARGS_MAX_BYTES) throw new OutboxFull()
    if ((await db.outbox.count()) >= OUTBOX_MAX) throw new OutboxFull()
    const row = { ...emptyRow, id, command: name, version, args, lane, owner: home.owner, writtenAt, allowed: false }
    await db.outbox.add(row)
  })
  return id
}
