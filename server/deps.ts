import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Disk } from './disk.ts'
import type { Keys } from './keys.ts'
import type { Providers } from './outside/identity/identity.ts'
import type { ObjectStore } from './outside/files/objectStore.ts'
import type { Mail } from './outside/mail/mail.ts'
import type { Gateway } from './outside/payment/gateway.ts'
import type { Push } from './outside/push/push.ts'

/** The external dependencies of the application, created once by `main.ts` or by a test. */
export interface Deps {
  config: Config
  db: Database
  /** Milliseconds UTC. */
  clock: () => number
  mail: Mail
  payment: Gateway
  /** The configured providers of social sign-in. */
  identity: Providers
  push: Push
  /** Storage for the bytes of files; null: they are in the database. */
  objects: ObjectStore | null
  disk: Disk
  keys: Keys
  log: Logger
}

/** Background work that a process repeats. A failed run is logged; the next one comes at the next interval. */
export interface Loop {
  name: string
  everyMs: number
  /** Run it also while the disk is full. */
  evenFull?: true
  /** `stop` is aborted when the process shuts down; the loop then begins no further work. */
  run: (deps: Deps, stop: AbortSignal) => Promise<void>
}
