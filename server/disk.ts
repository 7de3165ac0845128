import { statfs as systemStatfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Job } from './deps.ts'

/** Room for what is under way, and for reading: a journal that cannot grow ends the embedded database. */
const FULL_BYTES = 64 * 1024 * 1024
/** Not full again only well above, so that it does not change its mind with every file. */
const ROOM_BYTES = 2 * FULL_BYTES

/** Free blocks of a file system, as `statfs` says them. */
export type Statfs = (path: string) => Promise<{ bavail: number; bsize: number }>

/** Is there room to write? Only the embedded database asks; PostgreSQL looks after its own disk. */
export interface Disk {
  isFull: () => boolean
  check: () => Promise<void>
}

/** Watches the disk of the data folder. While it is nearly full writes are refused and reads go on. */
export const watchDisk = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  statfs: Statfs = systemStatfs,
): Disk => {
  let full = false
  return {
    isFull: () => full,
    check: async () => {
      if (databaseUrl !== null) return
      const { bavail, bsize } = await statfs(dataDir)
      const free = bavail * bsize
      const next = full ? free < ROOM_BYTES : free < FULL_BYTES
      if (next !== full)
        log[next ? 'error' : 'info'](
          { free },
          next ? 'the disk is full: writes are refused' : 'the disk has room again',
        )
      full = next
    },
  }
}

export const jobs: Job[] = [{ name: 'disk', everyMs: 2_000, evenFull: true, run: ({ disk }) => disk.check() }]
