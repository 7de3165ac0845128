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

/** Every command that a released build could have queued, by name (O46). */
export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map<string, AnyCommand>(
  [
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
  ].map((command) => [command.name, command]),
)
