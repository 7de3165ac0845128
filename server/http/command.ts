import type * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import type { ErrorCode } from '#contract/errors.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import { parseJson } from './json.ts'
import { Refusal } from './refusal.ts'

/** What the pages of operators share: the refusal of a command, and reading what a command sends. */

/** Codes of refused commands with their HTTP status, for scripts that call them; the sentence may change. */
const STATUS = {
  E_INPUT: 422,
  E_NOT_FOUND: 404,
  E_EXISTS: 409,
  E_OVER: 409,
  /** What the command is about is not in the state that the command needs, or has changed meanwhile. */
  E_STATE: 409,
  E_UNAVAILABLE: 503,
} as const
type CommandCode = keyof typeof STATUS

/** Why a command changed nothing; the message is one line for the terminal. `forOperator` answers with code and message. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
  readonly code: CommandCode | ErrorCode
  /** HTTP status: 422 for codes of the API that no command has of its own. */
  readonly status: number

  constructor(code: CommandCode | ErrorCode, sentence: string) {
    super(sentence)
    this.code = code
    this.status = code in STATUS ? STATUS[code as CommandCode] : STATUS.E_INPUT
  }
}

const parse = (body: Uint8Array): unknown => {
  try {
    return parseJson(body)
  } catch {
    throw new CommandRefused('E_INPUT', 'This is no JSON, or it names a field twice.')
  }
}

type Issue = z.core.$ZodIssue
const sentenceOf = (issue: Issue): string => {
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return `${[...issue.path, issue.keys.join(', ')].join('.')} is not known.`
  return `${place || 'The input'} ${issue.message}.`
}

/**
 * Reads a command's body (JSON, raw bytes) by `schema`, whose errors complete the sentence “<field> …”. Throws
 * `CommandRefused` `E_INPUT` that names every invalid field.
 */
export const readCommand = <Schema extends z.ZodMiniType>(schema: Schema, body: Uint8Array): z.output<Schema> => {
  const result = safeParse(schema, parse(body))
  if (!result.success) throw new CommandRefused('E_INPUT', result.error.issues.map(sentenceOf).join(' '))
  return result.data
}

/**
 * Reads an operator's answer to a member, without white space around it. Throws `CommandRefused` `E_INPUT` when it is
 * empty, has more than `max` graphemes or control characters.
 */
export const readAnswer = (text: string, max: number): string => {
  const content = text.trim()
  if (content === '' || !isClean(content) || graphemes(content) > max)
    throw new CommandRefused('E_INPUT', `An answer has 1 to ${max} characters.`)
  return content
}

/** Refusals that a command expects, by their code: the code and the sentence that the operator gets. */
export type Expected = Partial<Record<ErrorCode, readonly [code: CommandCode, sentence: string]>>

/** Runs `work`; throws a `CommandRefused` in place of a `Refusal` that is expected. Any other error passes. */
export const expecting = async <T>(expected: Expected, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const answer = error instanceof Refusal ? expected[error.code] : undefined
    throw answer ? new CommandRefused(...answer) : error
  }
}
