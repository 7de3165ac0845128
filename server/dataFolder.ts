import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { ConfigError, type Config } from './config.ts'

/** What the operator can do about it, by what the system says. */
const REASONS: Record<string, string> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'lies below a file, not a folder',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a file system that may only be read',
  ENOSPC: 'is on a disk that is full',
  ENOENT: 'cannot be made',
}

/** `mkdir` with `recursive` answers ENOENT where its parent is on a read-only file system: the parent says why. */
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

/** Makes the data folder where there is none. Throws `ConfigError`, one sentence that names the folder. */
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

/** Throws as `listen` would, before anything is made. */
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
