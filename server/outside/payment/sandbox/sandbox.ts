import * as z from 'zod/mini'
import { port } from '#server/settings.ts'
import { defineGateway } from '../define.ts'

/** The sandbox gateway: a process of its own, with its own ledger. */
export const sandbox = defineGateway({
  name: 'sandbox',
  movesMoney: false,
  settings: { PAYMENT_SANDBOX_PORT: z.optional(port) },
  open: async ({ PAYMENT_SANDBOX_PORT }, { dataDir, host, port: serverPort }) => {
    const { shareGateway } = await import('./start.ts')
    const { sandboxGateway } = await import('./client.ts')
    const sandboxPort = PAYMENT_SANDBOX_PORT ?? (serverPort === 0 ? 0 : serverPort + 1)
    const gateway = await shareGateway({ config: { dataDir, host, sandboxPort } })
    return { payment: sandboxGateway(gateway), close: gateway.close }
  },
})
