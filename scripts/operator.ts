import { userInfo } from 'node:os'
import { readConfig } from '#server/config.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openKeys } from '#server/keys.ts'

/** What the operator types at a terminal is done by the running server: asked with the installation's secret. */

/** One sentence for the operator. */
export class Said extends Error {
  override name = 'Said'
}

/** Asks `/operator<path>` of the server at PUBLIC_URL. Throws `Said`. */
export const askServer = async <T>(method: string, path: string, body?: string): Promise<T> => {
  const config = readConfig(process.env)
  const authorization = `Bearer ${await operatorToken(openKeys(config), Date.now(), userInfo().username)}`
  const response = await fetch(`${config.publicUrl}/operator${path}`, {
    method,
    headers: { authorization },
    ...(body !== undefined && { body }),
  }).catch(() => null)
  if (!response) throw new Said(`No server answers at ${config.publicUrl}. Start it, or set PUBLIC_URL.`)
  const answer = (await response.json().catch(() => ({}))) as T & { sentence?: string }
  if (!response.ok) throw new Said(answer.sentence ?? `The server answered ${response.status}.`)
  return answer
}

/** An instant as a terminal shows it, UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** What the desk must know before it moves money: the buyer's bank, or somebody in the gateway's console, moves it too. */
export const disputeOf = ({ disputedAt }: { disputedAt: number | null }): string =>
  disputedAt === null
    ? ''
    : `\n    DISPUTED since ${timeOf(disputedAt)} UTC: the charge is being taken back, pay nothing by hand`

type Commands = Record<string, (...args: (string | undefined)[]) => Promise<string>>

/** Runs the command that was typed and says what it has to say, or why it was not done. */
export const runCommand = async (commands: Commands): Promise<void> => {
  const [name = '', ...args] = process.argv.slice(2)
  try {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!run) throw new Said(`Commands: ${Object.keys(commands).join(', ')}.`)
    console.log(await run(...args))
  } catch (error) {
    console.error(error instanceof Said ? error.message : error)
    process.exitCode = 1
  }
}
