import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const START_MS = 60_000
const END_MS = 10_000

/** Returns the path of the first of these programs that is installed: names on the PATH, or paths. */
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

/** A program that runs until it is ended, together with all processes that it has started. */
export class Program {
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>
  #output = ''

  constructor(path: string, args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(path, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      // A process group of its own, so that `end` reaches its children.
      detached: true,
    })
    this.#gone = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString()
        this.#heard?.()
      })
  }
  #heard: (() => void) | undefined

  get lines(): string[] {
    return this.#output.split('\n')
  }

  /** Resolves with the pattern's first group once the program has printed a match. */
  waitForOutput(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${this.#child.spawnfile} did not say ${pattern}:\n${this.#output}`))
      const timer = setTimeout(fail, START_MS)
      this.#heard = () => {
        const match = pattern.exec(this.#output)?.[1]
        if (match === undefined) return
        clearTimeout(timer)
        this.#heard = undefined
        resolve(match)
      }
      this.#gone.then(fail, reject)
      this.#heard()
    })
  }

  /** Waits until the program has ended by itself; kills it after 10 s. */
  async waitForExit(): Promise<void> {
    const timer = setTimeout(() => this.#signal('SIGKILL'), END_MS)
    await this.#gone
    clearTimeout(timer)
  }

  async end(): Promise<void> {
    this.#signal('SIGTERM')
    await this.waitForExit()
    this.#signal('SIGKILL')
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    try {
      if (this.#child.pid) process.kill(-this.#child.pid, signal)
    } catch {
      // The process group is empty.
    }
  }
}
