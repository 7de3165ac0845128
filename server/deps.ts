import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Disk } from './disk.ts'
import type { Keys } from './keys.ts'
import type { Providers } from './outside/identity/identity.ts'
import type { Mail } from './outside/mail/mail.ts'
import type { Gateway } from './outside/payment/gateway.ts'
import type { Push } from './outside/push/push.ts'

/** All that the application reaches outside itself; made once by `main.ts`, or by a test. */
export interface Deps {
  config: Config
  db: Database
  /** Milliseconds UTC. */
  clock: () => number
  mail: Mail
  payment: Gateway
  /** Social sign-in: the providers that are configured. */
  identity: Providers
  push: Push
  disk: Disk
  keys: Keys
  log: Logger
}

/** Work that runs beside the requests, again and again. A failed run is logged and tried at the next turn. */
export interface Job {
  name: string
  everyMs: number
  /** Runs also while the disk is full. */
  evenFull?: true
  /** `stop`: the process is told to end; what is not begun is left for later. */
  run: (deps: Deps, stop: AbortSignal) => Promise<void>
}
