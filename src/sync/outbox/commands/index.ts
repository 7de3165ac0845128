import type { AnyCommand } from '../command.ts'
import { favouriteSet } from './favouriteSet.ts'
import { giftCancel } from './giftCancel.ts'
import { giftReceive, giftRefuse } from './giftEnd.ts'
import { giftSend } from './giftSend.ts'
import { inquiryWrite } from './inquiryWrite.ts'
import { newsRead } from './newsRead.ts'
import { passName } from './passName.ts'
import { pushToggle } from './pushToggle.ts'
import { sessionEnd } from './sessionEnd.ts'

/** Every command that a released build could have queued (O46). */
const ALL = [
  favouriteSet,
  giftCancel,
  giftReceive,
  giftRefuse,
  giftSend,
  inquiryWrite,
  newsRead,
  passName,
  pushToggle,
  sessionEnd,
] as const

/** Names of the commands that the outbox can send. */
export type CommandName = (typeof ALL)[number]['name']

/** The commands by name. */
export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map(ALL.map((command) => [command.name, command]))
