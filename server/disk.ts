import { statfs as systemStatfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Loop } from './deps.ts'

/** Reserve for work in progress and for reads: the embedded database dies when its write-ahead log cannot grow. */
const FULL_BYTES = 64 * 1024 * 1024
/** Hysteresis: the disk counts as full until this much is free, so that the state does not flap with each file. */
const ROOM_BYTES = 2 * FULL_BYTES

/** `statfs` of the system: free blocks and block size of a file system. */
export type Statfs = (path: string) => Promise<{ bavail: number; bsize: number }>

/** Whether the disk has room for writes. Applies to the embedded database; PostgreSQL manages its own disk. */
export interface Disk {
  isFull: () => boolean
  check: () => Promise<void>
}

/** Watches the disk of the data folder. While it is nearly full, writes are refused and reads work. */
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

export const diskLoop: Loop = { name: 'disk', everyMs: 2_000, evenFull: true, run: ({ disk }) => disk.check() }
