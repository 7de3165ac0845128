import * as z from 'zod/mini'
import { parseSettings, type Env } from '#server/settings.ts'
import type { Gateway } from './gateway.ts'

/** What a gateway may know of the server that opens it. */
export interface GatewayHost {
  /** Absolute path. */
  dataDir: string
  host: string
  /** Port of the server; 0: the system chose it. */
  port: number
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

export interface GatewayEntry extends Pick<PaymentConfig, 'movesMoney'> {
  /** Value of `PAYMENT_GATEWAY`. */
  name: string
  /** Names of its environment variables. */
  settingNames: readonly string[]
  /** Reads the gateway's settings. Throws `ConfigError`. */
  configure: (env: Env) => PaymentConfig
}

/**
 * Declares a payment gateway, which `registry.ts` lists. `settings` has a schema for each of its environment variables
 * (`server/settings.ts`), which are read only if it is chosen; `open` gets their values when the server starts.
 */
export const defineGateway = <Settings extends z.core.$ZodShape>({
  name,
  movesMoney,
  settings,
  open,
}: {
  name: string
  movesMoney: boolean
  settings: Settings
  open: (settings: z.infer<z.ZodMiniObject<Settings>>, server: GatewayHost) => Promise<OpenedGateway>
}): GatewayEntry => ({
  name,
  movesMoney,
  settingNames: Object.keys(settings),
  configure: (env) => {
    const values = parseSettings(z.object(settings), env, `PAYMENT_GATEWAY=${name}`)
    return { gateway: name, movesMoney, open: (server) => open(values, server) }
  },
})
