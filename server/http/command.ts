import type * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import { parseJson } from './json.ts'

/** What the pages of operators share: reading what a command sends as JSON, and answering why it changed nothing. */

/** Codes of refused commands, for scripts that call them; the sentence may change. */
const STATUS = { E_INPUT: 422, E_NOT_FOUND: 404, E_EXISTS: 409, E_OVER: 409 } as const

/** Why a command changed nothing; the message is one line for the terminal. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
  readonly code: keyof typeof STATUS

  constructor(code: keyof typeof STATUS, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Returns the result of a command, or the status, code and sentence of its `CommandRefused`. */
export const answerCommand = async (work: () => Promise<object>): Promise<{ status?: number; body: object }> => {
  try {
    return { body: await work() }
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error
    return { status: STATUS[error.code], body: { code: error.code, sentence: error.message } }
  }
}

const parse = (body: unknown): unknown => {
  try {
    return parseJson(Buffer.isBuffer(body) ? body : new Uint8Array())
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
export const readCommand = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = safeParse(schema, parse(body))
  if (!result.success) throw new CommandRefused('E_INPUT', result.error.issues.map(sentenceOf).join(' '))
  return result.data
}
