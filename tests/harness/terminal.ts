import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { App } from './factories.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** How a command ended: its exit code and its output (standard error if it failed). */
export interface CommandResult {
  code: number
  text: string
}
interface CommandOptions {
  env?: Record<string, string>
  /** Content of standard input. */
  input?: string
}

/**
 * Makes this server listen and returns an operator's terminal for it. Each command is a process of its own, with the
 * data folder (and so the secret) and the URL of the server.
 */
export const openTerminal = async ({ app, deps }: Pick<App, 'app' | 'deps'>) => {
  const PUBLIC_URL = await app.listen({ port: 0, host: '127.0.0.1' })
  const { dataDir: DATA_DIR, databaseUrl } = deps.config

  /** Runs `scripts/<script>.ts`; never throws. */
  const command = async (script: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> => {
    const env = { ...process.env, DATA_DIR, PUBLIC_URL, DATABASE_URL: databaseUrl ?? '', ...options.env }
    const running = run(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: ROOT, env })
    running.child.stdin?.end(options.input ?? '')
    return running.then(
      ({ stdout }) => ({ code: 0, text: stdout.trim() }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr.trim() }),
    )
  }
  /** Runs `scripts/<script>.ts` and returns its output. */
  const type = async (script: string, ...args: string[]): Promise<string> => (await command(script, args)).text
  return { command, type }
}
export type Terminal = Awaited<ReturnType<typeof openTerminal>>
