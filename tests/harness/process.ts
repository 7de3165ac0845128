import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serverArguments } from '../../scripts/serverArguments.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface ServerProcess {
  child: ChildProcess
  output: () => string
  exitCode: Promise<number | null>
}

/** Starts a server as a process of its own, as `npm start` does; `wrapper` is a command that runs another one. */
export const launch = (
  script: string,
  dataDir: string,
  env: Record<string, string> = {},
  wrapper: readonly string[] = [],
): ServerProcess => {
  const [command = '', ...args] = [...wrapper, process.execPath, ...serverArguments(script)]
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      PAYMENT_SANDBOX_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text, exitCode: once(child, 'close').then(([code]) => code as number | null) }
}

/** Runs a script as a process and kills it at its first output; throws if it ends before. */
export const killAtOutput = async (script: string, ...args: string[]): Promise<void> => {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    gone.then(([code]) => {
      throw new Error(`it ended with ${code}`)
    }),
  ])
  child.kill('SIGKILL')
  await gone
}

/** Resolves with the server's address once it has printed that it is ready; rejects if it ends before. */
export const ready = (running: ServerProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const findAddress = (): void => {
      const address = /ready at (http:\S+)/.exec(running.output())?.[1]
      if (address) resolve(address)
    }
    running.child.stdout?.on('data', findAddress)
    // It may have printed the line before this call.
    findAddress()
    void running.exitCode.then(() => reject(new Error(running.output())))
  })

/** Writes an inquiry over HTTP and returns its number. */
export const write = async (address: string, content: string): Promise<string> => {
  const answer = await fetch(`${address}/api/v1/inquiry/insertInquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${content.replaceAll(' ', '-')}` },
    body: JSON.stringify({ email: 'guest@mail.example', content }),
  })
  return ((await answer.json()) as { data: { number: string } }).data.number
}
