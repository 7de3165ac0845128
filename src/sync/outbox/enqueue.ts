import { uuidv7 } from 'uuidv7'
import { OUTBOX_ARGS_MAX_BYTES, OUTBOX_MAX } from '#contract/limits.ts'
import type { Command, HomeDb } from './command.ts'
import type { Home } from './home.ts'

/** The outbox holds 200 actions already (O9). */
export class OutboxFullError extends Error {}
/** The arguments of an action have more than 16 KiB (O10). */
export class ActionTooLargeError extends Error {}

/** The part of a command that `enqueue` needs. */
export type QueueableCommand<Args> = Pick<
  Command<string, Args, never>,
  'name' | 'version' | 'lane' | 'coalesce' | 'isAlwaysStored'
>

/** `nothing`: the action and an earlier one cancelled each other, and neither is sent. */
export type QueueResult = 'queued' | 'nothing'

const emptyRow = { attempts: 0, nextAt: 0, wait: 0, lost: false, triedAt: null, unknown: 0, refused: null, asks: null }

/** Coalesces with the earlier actions of the lane. Resolves false when the new one and an earlier one cancel out. */
const coalesceLane = async <Args>(
  { outbox }: HomeDb,
  lane: string,
  coalesce: NonNullable<QueueableCommand<Args>['coalesce']>,
  newArgs: Args,
): Promise<{ args: Args } | false> => {
  let args = newArgs
  let cancelled = false
  let needed = false
  for (const earlier of await outbox.where('lane').equals(lane).sortBy('seq')) {
    const coalescing = coalesce(earlier, args)
    if (coalescing.do === 'sendFirstNow') await outbox.put({ ...earlier, asks: null, allowed: true, nextAt: 0 })
    if (coalescing.do === 'replace') args = coalescing.args ?? args
    if (coalescing.do === 'annihilate') cancelled = true
    // A waiting action that it replaces was needed behind an earlier one, so the new one is needed there too.
    const waited = coalescing.do === 'replace' && earlier.refused === null
    if (waited || coalescing.do === 'sendFirst' || coalescing.do === 'sendFirstNow') needed = true
    if ((coalescing.do === 'replace' || coalescing.do === 'annihilate') && earlier.seq !== undefined)
      await outbox.delete(earlier.seq)
  }
  return (needed || !cancelled) && { args }
}

/**
 * Stores an action and coalesces it with those of its lane, in one transaction (O3). Deletes only actions that were
 * never tried, are refused, or ask, since any other may have had its effect (O5). Stores the wished state although it
 * equals the mirror, which may be stale (O4). `writtenAt` in ms. Throws `ActionTooLargeError`,
 * `OutboxFullError`, `HomeClosedError`, and errors of the storage.
 */
export const enqueue = async <Args>(
  home: Home,
  command: QueueableCommand<Args>,
  newArgs: Args,
  writtenAt: number,
  id = uuidv7(),
): Promise<QueueResult> =>
  home.transaction(async (db) => {
    const { name, version, coalesce, isAlwaysStored } = command
    const lane = command.lane(newArgs)
    // An IndexedDB transaction ends when anything but the database is awaited.
    const coalesced = coalesce ? await coalesceLane(db, lane, coalesce, newArgs) : { args: newArgs }
    if (!coalesced) return 'nothing'
    const { args } = coalesced
    if (new TextEncoder().encode(JSON.stringify(args)).length > OUTBOX_ARGS_MAX_BYTES) throw new ActionTooLargeError()
    if (!isAlwaysStored && (await db.outbox.count()) >= OUTBOX_MAX) throw new OutboxFullError()
    const row = { ...emptyRow, id, command: name, version, args, lane, owner: home.owner, writtenAt, allowed: false }
    await db.outbox.add(row)
    return 'queued'
  })

/**
 * Deletes the earlier actions of the lane that this one replaces, before it is sent without being stored (O11). Resolves
 * false, and deletes nothing, when another one waits in the lane, which the action must not overtake (O16). Earlier ones
 * that would be merged with it stay. Works on a full disk. Throws like `enqueue`.
 */
export const deleteReplaced = <Args>(home: Home, command: QueueableCommand<Args>, args: Args): Promise<boolean> =>
  home.transaction(async ({ outbox }) => {
    const earlier = await outbox.where('lane').equals(command.lane(args)).toArray()
    const replaced: number[] = []
    for (const row of earlier) {
      const coalescing = command.coalesce?.(row, args)
      if (coalescing?.do !== 'replace') return false
      if (coalescing.args === undefined && row.seq !== undefined) replaced.push(row.seq)
    }
    await outbox.bulkDelete(replaced)
    return true
  })
