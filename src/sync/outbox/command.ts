import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { MirrorPart } from '../mirror/parts.ts'

/** The database that an outbox lives in: a member's, or the device's for a guest. */
export type HomeDb = MemberDb | DeviceDb

/**
 * One kind of action. To add one: a file here and a line in `commands/index.ts`. A released `name` and `version` stay
 * for ever: old queues replay (promise P13).
 */
export interface Command<Args, Data> {
  name: string
  version: number
  /** Actions of one lane are sent in order, lanes side by side. */
  lane: (args: Args) => string
  /** `last`: a newer action of the lane takes the place of one that was never tried. */
  coalesce: 'last' | 'none'
  /** Older than that, ms: the person is asked before it is sent. */
  askAfter?: number
  /** Arguments of an older version; null when they can no longer be understood. */
  upgrade?: (version: number, args: unknown) => Args | null
  send: (api: Api, args: Args, row: OutboxRow) => Promise<Answer<Data>>
  /** Writes the server's row into the mirror, in the transaction that takes the action away. */
  apply: (db: HomeDb, data: Data, args: Args, row: OutboxRow) => Promise<void>
  /** What of the mirror `apply` changes. */
  part: MirrorPart | null
}

export interface AnyCommand extends Omit<Command<unknown, unknown>, 'lane' | 'send' | 'apply'> {
  lane: (args: never) => string
  send: (api: Api, args: never, row: OutboxRow) => Promise<Answer<unknown>>
  apply: (db: HomeDb, data: never, args: never, row: OutboxRow) => Promise<void>
}

/** Arguments as this version understands them; null when it does not. */
export const argsOf = (command: AnyCommand, row: Pick<OutboxRow, 'version' | 'args'>): never | null =>
  (row.version === command.version ? row.args : (command.upgrade?.(row.version, row.args) ?? null)) as never | null
