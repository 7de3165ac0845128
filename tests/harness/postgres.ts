import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/db/connect.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { isAlive } from '#server/isAlive.ts'
import { administer, ownPostgres, TEMPLATE, TEMPORARY } from '../../scripts/postgres.ts'
import { freePort } from '../../scripts/freePort.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server, without the name of a database. */
    postgres: string
    /** A data folder with a migrated and seeded embedded database, and the secret of both templates; tests copy it. */
    embedded: string
    /**
     * Where test files create their data folders. Removed at the end of the run, and by the next run if this one is
     * killed.
     */
    scratch: string
  }
}

const PREFIX = 'harbor-test-'

/** The in-memory file system of Linux. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Returns where data folders go: in memory where possible, because an embedded database waits for the disk at each
 * commit.
 */
const scratchRoot = (): string => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir() // the system has no such file system
  }
}

/** Returns whether this process is the PostgreSQL of that folder: the system may have reused the pid. */
export const isPostgresOf = (pid: number, folder: string): boolean => {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return /(?:^|\/)postgres(?:\.exe)?$/.test(args[0] ?? '') && args.includes(folder)
  } catch {
    return false // the process has ended, or the system has no /proc
  }
}

/** Ends the PostgreSQL that a killed run left behind, by the pid in its `postmaster.pid`, and removes its folder. */
const sweep = (root: string): void => {
  for (const name of readdirSync(root).filter((one) => one.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (!owner || isAlive(owner)) continue
    const folder = join(root, name)
    try {
      const data = join(folder, 'postgres')
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      if (isPostgresOf(pid, data)) process.kill(pid, 'SIGINT')
    } catch {
      // The process has ended already.
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a port of loopback that is free. */
/** Starts one PostgreSQL and one embedded template for the whole run, in the first project that needs them. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  if ('postgres' in project.getProvidedContext()) return undefined
  const roots = [...new Set([tmpdir(), scratchRoot()])]
  roots.forEach(sweep)
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const scratch = mkdtempSync(join(scratchRoot(), `${PREFIX}${process.pid}-`))
  const { url, stop } = await ownPostgres(folder, await freePort(), TEMPORARY)
  await administer(url, `create database ${TEMPLATE}`)
  const silent = pino({ level: 'silent' })
  const dataDir = join(folder, 'embedded')
  const keys = openKeys({ secretKey: null, dataDir })
  for (const databaseUrl of [`${url}/${TEMPLATE}`, null]) {
    const connected = await connect({ databaseUrl, dataDir }, silent)
    await prepareDatabase(connected, { keys, now: Date.now(), production: false })
    await connected.close()
  }
  const root = project.vitest.getRootProject()
  root.provide('postgres', url)
  root.provide('embedded', dataDir)
  root.provide('scratch', scratch)
  return async () => {
    await stop()
    for (const path of [folder, scratch]) rmSync(path, { recursive: true, force: true })
  }
}
