import { userInfo } from 'node:os'
import { koreanDateTime } from '#contract/rules/koreanCalendar.ts'
import { readConfig } from '#server/config.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openKeys } from '#server/keys.ts'

/** The operator's commands. The running server executes them, authorised by the installation's secret. */

/** A message for the operator, printed without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Calls `/operator<path>` of the server at PUBLIC_URL. Throws `OperatorError`. */
export const callServer = async <T>(method: string, path: string, body?: string | FormData): Promise<T> => {
  const config = readConfig(process.env)
  const authorization = `Bearer ${await operatorToken(openKeys(config), Date.now(), userInfo().username)}`
  const response = await fetch(`${config.publicUrl}/operator${path}`, {
    method,
    headers: { authorization },
    ...(body !== undefined && { body }),
  }).catch(() => null)
  if (!response) throw new OperatorError(`No server answers at ${config.publicUrl}. Start it, or set PUBLIC_URL.`)
  const answer = (await response.json().catch(() => ({}))) as T & { sentence?: string }
  if (!response.ok) throw new OperatorError(answer.sentence ?? `The server answered ${response.status}.`)
  return answer
}

/** Formats an instant for the terminal, in Korean time: “2026-11-24 15:59 KST”. */
export const timeOf = (at: number): string => `${koreanDateTime(at).slice(0, 16).replace('T', ' ')} KST`

const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a text of a member on one line: no character of it ends a line or commands the terminal. Every text that
 * members write passes through this function or `quoted`, so that none looks like a line of ours (security 13.12).
 */
export const singleLine = (text: string): string =>
  text.split(LINE_BREAK).join(' ').replaceAll('\t', ' ').replaceAll(UNPRINTABLE, '\ufffd')

/** Returns a text of a member with its lines, each behind a bar, so that none looks like a line of ours. */
export const quoted = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map((line) => `    | ${singleLine(line)}`)
    .join('\n')

/**
 * Returns a line that warns the desk about a disputed order, empty without a dispute: the buyer's bank, or the gateway's
 * console, refunds it too.
 */
export const disputeOf = ({ disputedAt }: { disputedAt: number | null }): string =>
  disputedAt === null
    ? ''
    : `\n    DISPUTED since ${timeOf(disputedAt)}: the charge is being taken back, pay nothing by hand`

type Commands = Record<string, (...args: (string | undefined)[]) => Promise<string>>

/** Runs the command on the command line; prints its result, or its error with exit code 1. */
export const runCommand = async (commands: Commands): Promise<void> => {
  const [name = '', ...args] = process.argv.slice(2)
  try {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!run) throw new OperatorError(`Commands: ${Object.keys(commands).join(', ')}.`)
    console.log(await run(...args))
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}
