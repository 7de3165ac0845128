import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LivingGateway {
  /** Address at which the shop reaches it. */
  url: string
  secret: string
  pid: number
}

const FILE = 'process.json'

/** Exit code of a gateway whose folder has a running one. */
export const TAKEN_EXIT_CODE = 3

/** Returns the recorded gateway of a folder, which may have ended since; null: none was ever started. */
export const readProcessFile = (dir: string): LivingGateway | null => {
  try {
    return JSON.parse(readFileSync(join(dir, FILE), 'utf8')) as LivingGateway
  } catch {
    return null // never started, or damaged
  }
}

/** Records a gateway, for its owner alone; a reader sees the former record or this one. */
export const writeProcessFile = (dir: string, gateway: LivingGateway): void => {
  const fresh = join(dir, `${FILE}.${process.pid}`)
  writeFileSync(fresh, JSON.stringify(gateway), { mode: 0o600, flush: true })
  renameSync(fresh, join(dir, FILE))
}
