import { port } from '#server/settings.ts'
import { defineGateway } from '../define.ts'

/** The sandbox gateway: a process of its own, with its own ledger. */
export const sandbox = defineGateway({
  name: 'sandbox',
  movesMoney: false,
  settings: (env, serverPort) =>
    port('PAYMENT_SANDBOX_PORT', env.PAYMENT_SANDBOX_PORT, serverPort === 0 ? 0 : serverPort + 1),
  open: async (sandboxPort, { dataDir, host }) => {
    const { shareGateway } = await import('./start.ts')
    const { sandboxGateway } = await import('./client.ts')
    const gateway = await shareGateway({ config: { dataDir, host, sandboxPort } })
    return { payment: sandboxGateway(gateway), close: gateway.close }
  },
})
