import type { AnyCommand } from '../command.ts'
import { favouriteSet } from './favouriteSet.ts'
import { inquiryWrite } from './inquiryWrite.ts'
import { sessionEnd } from './sessionEnd.ts'

/** Every command that a released build could have queued, by name. */
export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map<string, AnyCommand>(
  [favouriteSet, inquiryWrite, sessionEnd].map((command) => [command.name, command]),
)
