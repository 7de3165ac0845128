import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const START_MS = 60_000
const END_MS = 10_000

/** The first of these programs that is here: a name on the PATH, or a path. */
export const program = (...names: string[]): string | null => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))))
  return paths.find(canRun) ?? null
}
const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A program that runs until it is told to end, and all that it has started with it. */
export class Running {
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>
  #output = ''

  constructor(path: string, args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(path, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      // A group of its own.
      detached: true,
    })
    this.#gone = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (part: Buffer) => {
        this.#output += part.toString()
        this.#heard?.()
      })
  }
  #heard: (() => void) | undefined

  get lines(): string[] {
    return this.#output.split('\n')
  }

  /** What the first group of the pattern holds, once the program has written it. */
  says(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${this.#child.spawnfile} did not say ${pattern}:\n${this.#output}`))
      const late = setTimeout(fail, START_MS)
      this.#heard = () => {
        const said = pattern.exec(this.#output)?.[1]
        if (said === undefined) return
        clearTimeout(late)
        this.#heard = undefined
        resolve(said)
      }
      this.#gone.then(fail, reject)
      this.#heard()
    })
  }

  /** Waits until it has ended by itself. */
  async ended(): Promise<void> {
    const late = setTimeout(() => this.#signal('SIGKILL'), END_MS)
    await this.#gone
    clearTimeout(late)
  }

  async end(): Promise<void> {
    this.#signal('SIGTERM')
    await this.ended()
    this.#signal('SIGKILL')
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    try {
      if (this.#child.pid) process.kill(-this.#child.pid, signal)
    } catch {
      // Nobody of the group is left.
    }
  }
}
