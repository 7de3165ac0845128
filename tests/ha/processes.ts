import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '#server/isAlive.ts'

/** Processes of a drill. Each has its working folder below the folder of the drill, which tells whose it is. */

/** PostgreSQL refuses to run as root; every Debian has this user. */
const NOBODY = 65_534
export const OWNER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export interface Command {
  program: string
  args: readonly string[]
  env: Record<string, string>
  /** Working folder, with the file `log` for the output. */
  folder: string
}

/** Starts a program without rights, in a process group of its own. */
export const startProgram = ({ program, args, env, folder }: Command): ChildProcess => {
  const log = openSync(join(folder, 'log'), 'a', 0o644)
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', log, log], detached: true, ...OWNER })
  closeSync(log)
  child.on('error', () => undefined)
  return child
}

/** Returns the ids of all processes that work in `folder` or below, such as Patroni, PostgreSQL and its backends. */
export const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const place = readlinkSync(`/proc/${pid}/cwd`)
        return place === folder || place.startsWith(`${folder}/`)
      } catch {
        return false // it has ended
      }
    })
    .map(Number)

/** Sends a signal to all processes in `folder`, also to those that one of them starts meanwhile. */
export const signalAll = (folder: string, signal: NodeJS.Signals): void => {
  for (let round = 0; round < 2; round += 1)
    for (const pid of processesIn(folder))
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended.
      }
}

/** Waits until `condition` is true or resolves to true; throws with `what` after `limitMs`. Resolves to the time taken, ms. */
export const waitFor = async (
  what: string,
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<number> => {
  const began = performance.now()
  while (!(await condition())) {
    if (performance.now() - began > limitMs) throw new Error(`not within ${limitMs / 1000} s: ${what}`)
    await wait(50)
  }
  return performance.now() - began
}

const PREFIX = 'harbor-ha-'

/** Makes the folder of a drill. Ends what a killed run has left in its own, and removes it. */
export const openDrillFolder = async (): Promise<string> => {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (!owner || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    await killAll(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Kills all processes in `folder` and waits until they are gone. */
export const killAll = async (folder: string): Promise<void> => {
  await waitFor(`the processes in ${folder} end`, 10_000, () => {
    signalAll(folder, 'SIGKILL')
    return processesIn(folder).length === 0
  })
}
