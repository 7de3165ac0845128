import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { MirrorPart } from '../mirror/mirrorParts.ts'
import { isSettled } from './retry.ts'

/** The database of an outbox: the member's, or the device's for guests and sign-outs. */
export type HomeDb = MemberDb | DeviceDb

/**
 * What a new action does to an earlier one of its lane that waits (coalescing).
 * - `keepBoth`: both wait, in order.
 * - `replace`: the new one replaces it, with merged `args` if given.
 * - `annihilate`: both are deleted, unless the new one is needed behind another.
 * - `sendFirst`: the earlier one may have had its effect, so it is sent first and the new one behind it (O8).
 * - `sendFirstNow`: like `sendFirst`, without asking (O38).
 */
export type Coalescing<Args> =
  | { do: 'keepBoth' | 'annihilate' | 'sendFirst' | 'sendFirstNow' }
  | { do: 'replace'; args?: Args }

/** Replaces an earlier action that was never tried, was refused, or asks (O4); others may have had an effect (O5). */
export const lastWins = (earlier: OutboxRow): { do: 'keepBoth' | 'replace' } => ({
  do: earlier.attempts === 0 || isSettled(earlier) ? 'replace' : 'keepBoth',
})

/**
 * One kind of action. To add one: a file in `commands` and a line in `commands/index.ts`. A released `name` and
 * `version` are understood for ever, because old queues replay (P13, O46).
 */
export interface Command<Args, Data> {
  name: string
  version: number
  /** Actions of one lane are sent in order, lanes side by side. */
  lane: (args: Args) => string
  /** Coalesces a new action of this kind with an earlier one of its lane. Default: `keepBoth`. */
  coalesce?: (earlier: OutboxRow, args: Args) => Coalescing<Args>
  /** Age in ms from which an action asks before it is sent (O38). */
  askAfterMs?: number
  /** Converts arguments of an older version; returns null when that is impossible. */
  upgrade?: (version: number, args: unknown) => Args | null
  send: (api: Api, args: Args, row: OutboxRow) => Promise<Answer<Data>>
  /** Writes the server's row into the mirror, in the transaction that deletes the action (O13). */
  apply: (db: HomeDb, data: Data, args: Args, row: OutboxRow) => Promise<void>
  /**
   * Called when the server has refused the action while `later` ones of its lane wait: returns those to delete together
   * with it (O19). A command without it keeps its refused actions, which are shown.
   */
  dropOnRefusal?: (later: readonly OutboxRow[]) => readonly OutboxRow[]
  /** The part of the mirror that `apply` changes. */
  part: MirrorPart | null
}

/** A command of any arguments and data, as the table of commands holds it. */
export interface AnyCommand extends Omit<Command<unknown, unknown>, 'lane' | 'coalesce' | 'send' | 'apply'> {
  lane: (args: never) => string
  coalesce?: (earlier: OutboxRow, args: never) => Coalescing<unknown>
  send: (api: Api, args: never, row: OutboxRow) => Promise<Answer<unknown>>
  apply: (db: HomeDb, data: never, args: never, row: OutboxRow) => Promise<void>
}

/** Returns the arguments as the present version understands them, or null when it does not. */
export const argsOf = (command: AnyCommand, row: Pick<OutboxRow, 'version' | 'args'>): never | null =>
  (row.version === command.version ? row.args : (command.upgrade?.(row.version, row.args) ?? null)) as never | null
