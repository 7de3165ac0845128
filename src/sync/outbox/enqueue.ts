import { uuidv7 } from 'uuidv7'
import { OUTBOX_ARGS_MAX_BYTES, OUTBOX_MAX } from '#contract/limits.ts'
import type { Command, HomeDb } from './command.ts'
import type { Home } from './home.ts'

/** The outbox holds 200 actions already (O9), or the arguments are too large (O10). */
export class OutboxFull extends Error {}

/** The part of a command that `enqueue` needs. */
export type Queued<Args> = Pick<Command<Args, never>, 'name' | 'version' | 'lane' | 'meet'>

/** `nothing`: the action and an earlier one cancelled each other, and neither is sent. */
export type Queueing = 'queued' | 'nothing'

const emptyRow = { attempts: 0, nextAt: 0, wait: 0, lost: false, triedAt: null, unknown: 0, refused: null, asks: null }

/** Coalesces with the earlier actions of the lane. Resolves false when the new one and an earlier one cancel out. */
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
    // A waiting action that it replaces was needed behind an earlier one, so the new one is needed there too.
    const waited = meeting.do === 'replace' && earlier.refused === null
    if (waited || meeting.do === 'precede' || meeting.do === 'hasten') needed = true
    if ((meeting.do === 'replace' || meeting.do === 'cancel') && earlier.seq !== undefined)
      await outbox.delete(earlier.seq)
  }
  return (needed || !cancelled) && { args }
}

/**
 * Stores an action and coalesces it with those of its lane, in one transaction (O3). Deletes only actions that were
 * never tried, since any other may have had its effect (O5), and those that are refused or ask. Stores the wished state
 * although it equals the mirror, which may be stale (O4). `writtenAt` in ms. Throws `OutboxFull` or `Gone`.
 */
export const enqueue = async <Args>(
  home: Home,
  command: Queued<Args>,
  given: Args,
  writtenAt: number,
  id = uuidv7(),
): Promise<Queueing> =>
  home.transaction(async (db) => {
    const { name, version, meet } = command
    const lane = command.lane(given)
    // An IndexedDB transaction ends when anything but the database is awaited.
    const met = meet ? await meetEarlier(db, lane, meet, given) : { args: given }
    if (!met) return 'nothing'
    const { args } = met
    if (new TextEncoder().encode(JSON.stringify(args)).length > OUTBOX_ARGS_MAX_BYTES) throw new OutboxFull()
    if ((await db.outbox.count()) >= OUTBOX_MAX) throw new OutboxFull()
    const row = { ...emptyRow, id, command: name, version, args, lane, owner: home.owner, writtenAt, allowed: false }
    await db.outbox.add(row)
    return 'queued'
  })
