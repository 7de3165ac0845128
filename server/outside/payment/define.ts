import type { Env } from '#server/settings.ts'
import type { Gateway } from './gateway.ts'

/** What a gateway may know of the server that opens it. */
export interface GatewayHost {
  /** Absolute path. */
  dataDir: string
  host: string
  /** Address at which browsers reach the server, without a trailing slash. */
  publicUrl: string
}

export interface OpenedGateway {
  payment: Gateway
  close: () => Promise<void>
}

/** The configured gateway. */
export interface PaymentConfig {
  gateway: string
  /** False for a sandbox: production refuses it, and samples are on sale. */
  movesMoney: boolean
  open: (server: GatewayHost) => Promise<OpenedGateway>
}

export interface GatewayEntry {
  /** Value of `PAYMENT_GATEWAY`. */
  name: string
  /** Reads the gateway's settings; `serverPort` is the port of this server. Throws `ConfigError`. */
  configure: (env: Env, serverPort: number) => PaymentConfig
}

/**
 * Declares a payment gateway, which `registry.ts` lists. `settings` reads its settings from the environment and throws
 * `ConfigError`; `open` gets them when the server starts.
 */
export const defineGateway = <Settings>({
  name,
  movesMoney,
  settings,
  open,
}: {
  name: string
  movesMoney: boolean
  settings: (env: Env, serverPort: number) => Settings
  open: (settings: Settings, server: GatewayHost) => Promise<OpenedGateway>
}): GatewayEntry => ({
  name,
  configure: (env, serverPort) => {
    const read = settings(env, serverPort)
    return { gateway: name, movesMoney, open: (server) => open(read, server) }
  },
})
