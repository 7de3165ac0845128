import type { MessageDescriptor } from '@lingui/core'
import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Gift } from '#contract/calls/gift.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import type { PassHidingCommand } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { Waiting, WishedPart, Wishes } from '../mirror/wishes.ts'
import type { ActionPhotos } from './photos.ts'
import { isSettled } from './retry.ts'

/** The database of an outbox: the member's, or the device's for guests and sign-outs. */
export type HomeDb = MemberDb | DeviceDb

/**
 * What a new action does to an earlier one of its lane that waits (coalescing).
 * - `keepBoth`: both wait, in order.
 * - `replace`: the new one replaces it, with merged `args` if given.
 * - `annihilate`: the earlier one is deleted; the new one is not stored, unless it is needed behind another.
 * - `sendFirst`: the earlier one may have had its effect, so it is sent first and the new one behind it (O8).
 * - `sendFirstNow`: like `sendFirst`, for an earlier one that asks: it no longer waits for the decision (O38).
 */
export type Coalescing<Args> =
  | { do: 'keepBoth' | 'annihilate' | 'sendFirst' | 'sendFirstNow' }
  | { do: 'replace'; args?: Args }

/**
 * Replaces an earlier action that was never tried, was refused, or asks (O4). Keeps any other, because it may have had
 * its effect (O5).
 */
export const lastWins = (earlier: OutboxRow): { do: 'keepBoth' | 'replace' } => ({
  do: earlier.attempts === 0 || isSettled(earlier) ? 'replace' : 'keepBoth',
})

/** The key of a request, the owner of its action, and the photos that go with it. */
export interface Sender extends Pick<OutboxRow, 'id' | 'owner'> {
  photos: ActionPhotos
}

/** How the list of queued actions names an action, and the person's text in it, which a refusal must not lose (P2). */
export interface ActionText {
  title: MessageDescriptor
  /** The attraction or goods that it is about. */
  gdsUid?: string
  recipient?: string
  /** The gift that it is about; `giftUid` is null for one that was queued itself. */
  gift?: { giftUid: string | null; passUid?: string }
  /** What the person wrote. */
  text?: string | null
}

/** Messages for refusals whose general message would not say what has happened to the thing. */
export interface Refusals {
  byCode?: Partial<Record<ErrorCode, MessageDescriptor>>
  /** For `E_GIFT_ENDED`, by what has become of the gift. */
  byGift?: Partial<Record<Gift['state'], MessageDescriptor>>
}

/** The part of the mirror that a command changes, and how its waiting actions change what screens show of it. */
type Projection<Args> =
  | {
      [P in WishedPart]: {
        part: P
        /** Adds the wish of an action to those of its part; also called for a refused one (M2). */
        project: (wishes: Wishes[P], args: Args, row: OutboxRow, waiting: Waiting) => void
      }
    }[WishedPart]
  | { part: null; project: null }

interface CommandBase<Name extends string, Args, Data> {
  name: Name
  version: number
  /** Whose outbox takes its actions; `either`: the member's while one is signed in, else the device's (O42, O44). */
  home: 'member' | 'device' | 'either'
  /** Actions of one lane are sent in order, lanes side by side. */
  lane: (args: Args) => string
  /** Coalesces a new action of this kind with an earlier one of its lane. Default: `keepBoth`. */
  coalesce?: (earlier: OutboxRow, args: Args) => Coalescing<Args>
  /** Age in ms from which an action asks before it is sent (O38). Default: it never asks for its age. */
  askAfterMs?: number
  /** True: a full outbox takes its actions too (O9). */
  isAlwaysStored?: true
  /** Converts arguments of an older version; returns null when that is impossible. */
  upgrade?: (version: number, args: unknown) => Args | null
  /** Makes the request, also for phones that can store nothing (O11). */
  send: (api: Api, args: Args, sender: Sender) => Promise<Answer<Data>>
  /** Writes the server's row into the mirror, in the transaction that deletes the action (O13). */
  apply: (db: HomeDb, data: Data, args: Args, row: OutboxRow) => Promise<void>
  /**
   * Called when the server has refused the action while `later` ones of its lane wait: returns those to delete together
   * with it (O19). A command without it keeps its refused actions, which are shown.
   */
  dropOnRefusal?: (later: readonly OutboxRow[]) => readonly OutboxRow[]
  /** Describes an action in the list of queued actions; null: the list does not show this command. */
  describe: ((args: Args) => ActionText) | null
  refusals: Refusals
  /** True: a locked session lists its actions too, because they contain no personal data (S5). */
  isShownLocked: boolean
  /** True: the start-up script hides the pass `args.passUid` while an action waits (L13); listed in `#db/names.ts`. */
  hidesPass: Name extends PassHidingCommand ? true : false
}

/**
 * One kind of action: everything that is special about it. To add one: a file in `commands` and a line in
 * `commands/index.ts`. A released `name` and `version` are understood for ever, because old queues replay (P13, O46).
 */
export type Command<Name extends string, Args, Data> = CommandBase<Name, Args, Data> & Projection<Args>

/** A command of any arguments and data, as the table of commands holds it. */
export interface AnyCommand extends Omit<
  CommandBase<string, unknown, unknown>,
  'lane' | 'coalesce' | 'send' | 'apply' | 'describe' | 'hidesPass'
> {
  lane: (args: never) => string
  coalesce?: (earlier: OutboxRow, args: never) => Coalescing<unknown>
  send: (api: Api, args: never, sender: Sender) => Promise<Answer<unknown>>
  apply: (db: HomeDb, data: never, args: never, row: OutboxRow) => Promise<void>
  describe: ((args: never) => ActionText) | null
  hidesPass: boolean
  part: WishedPart | null
  project: ((wishes: never, args: never, row: OutboxRow, waiting: Waiting) => void) | null
}

/**
 * Returns the arguments of an action in the form that the present version of its command takes; null when the command
 * cannot convert them.
 */
export const argsOf = (command: AnyCommand, row: Pick<OutboxRow, 'version' | 'args'>): never | null =>
  (row.version === command.version ? row.args : (command.upgrade?.(row.version, row.args) ?? null)) as never | null
