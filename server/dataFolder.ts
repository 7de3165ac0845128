import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './settings.ts'

/** The reason for the operator, by error code of the system. */
const REASONS: Record<string, string> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'lies below a file, not a folder',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a file system that may only be read',
  ENOSPC: 'is on a disk that is full',
  ENOENT: 'cannot be made',
}

/** A recursive `mkdir` fails with ENOENT on a read-only file system: ask the nearest existing parent for the reason. */
const reasonOf = (error: unknown, folder: string): string => {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT') return code
  let parent = dirname(folder)
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent)
  try {
    accessSync(parent, constants.W_OK)
    return code
  } catch (refused) {
    return (refused as NodeJS.ErrnoException).code ?? code
  }
}

/** Creates the data folder if needed, and checks access. Throws `ConfigError` with a sentence that names the folder. */
export const openDataFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = reasonOf(error, dataDir)
    const reason = REASONS[code] ?? `cannot be used (${code})`
    throw new ConfigError(`The data folder ${dataDir} ${reason}; choose another with DATA_DIR.`)
  }
}

/**
 * Checks that the port is free, before the server creates anything: rejects with the error that `listen` would give.
 * Port 0, which the system chooses, is always free.
 */
export const tryPort = ({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (port === 0) {
      resolve()
      return
    }
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
