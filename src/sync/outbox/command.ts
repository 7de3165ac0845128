import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { MirrorPart } from '../mirror/parts.ts'
import { isSettled } from './retry.ts'

/** The database that an outbox lives in: a member's, or the device's for a guest. */
export type HomeDb = MemberDb | DeviceDb

/**
 * - `stay`: both wait, in order. - `replace`: the new one takes its place, with these arguments if they were put
 * together. - `cancel`: neither is left, unless the new one is needed for another. - `precede`: it may have had its
 * effect already, so it goes first, and the new one is needed behind it. - `hasten`: the same, and it asks no more.
 */
export type Meeting<Args> = { do: 'stay' | 'cancel' | 'precede' | 'hasten' } | { do: 'replace'; args?: Args }

/** The later wish takes the place of one that was never tried (another may have had its effect), or that was refused. */
export const lastWins = (earlier: OutboxRow): { do: 'stay' | 'replace' } => ({
  do: earlier.attempts === 0 || isSettled(earlier) ? 'replace' : 'stay',
})

/**
 * One kind of action. To add one: a file here and a line in `commands/index.ts`. A released `name` and `version` stay
 * for ever: old queues replay (promise P13).
 */
export interface Command<Args, Data> {
  name: string
  version: number
  /** Actions of one lane are sent in order, lanes side by side. */
  lane: (args: Args) => string
  /** What a new action of this kind does to one of its lane that waits already. Without it: `stay`. */
  meet?: (earlier: OutboxRow, args: Args) => Meeting<Args>
  /** Older than that, ms: the person is asked before it is sent. */
  askAfter?: number
  /** Arguments of an older version; null when they can no longer be understood. */
  upgrade?: (version: number, args: unknown) => Args | null
  send: (api: Api, args: Args, row: OutboxRow) => Promise<Answer<Data>>
  /** Writes the server's row into the mirror, in the transaction that takes the action away. */
  apply: (db: HomeDb, data: Data, args: Args, row: OutboxRow) => Promise<void>
  /**
   * The server has refused it, and `later` ones of its lane wait: those that are pointless without it. It goes with them,
   * superseded by a later word of its author. Without it, a refused action stays and is told.
   */
  pointless?: (later: readonly OutboxRow[]) => readonly OutboxRow[]
  /** What of the mirror `apply` changes. */
  part: MirrorPart | null
}

export interface AnyCommand extends Omit<Command<unknown, unknown>, 'lane' | 'meet' | 'send' | 'apply'> {
  lane: (args: never) => string
  meet?: (earlier: OutboxRow, args: never) => Meeting<unknown>
  send: (api: Api, args: never, row: OutboxRow) => Promise<Answer<unknown>>
  apply: (db: HomeDb, data: never, args: never, row: OutboxRow) => Promise<void>
}

/** Arguments as this version understands them; null when it does not. */
export const argsOf = (command: AnyCommand, row: Pick<OutboxRow, 'version' | 'args'>): never | null =>
  (row.version === command.version ? row.args : (command.upgrade?.(row.version, row.args) ?? null)) as never | null
