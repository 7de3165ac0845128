import { neededBy, url } from '#server/settings.ts'
import { defineGateway } from '../define.ts'

/** PortOne (version 2); its page, its API and its webhooks each have a key of their own. */
export const portOne = defineGateway({
  name: 'portone',
  movesMoney: true,
  settings: (env) => ({
    storeId: neededBy('portone', 'PORTONE_STORE_ID', env.PORTONE_STORE_ID),
    channelKey: neededBy('portone', 'PORTONE_CHANNEL_KEY', env.PORTONE_CHANNEL_KEY),
    apiSecret: neededBy('portone', 'PORTONE_API_SECRET', env.PORTONE_API_SECRET),
    webhookSecret: neededBy('portone', 'PORTONE_WEBHOOK_SECRET', env.PORTONE_WEBHOOK_SECRET),
    apiUrl: url('PORTONE_API_URL', env.PORTONE_API_URL || 'https://api.portone.io', ['http:', 'https:']),
  }),
  open: async (settings, { publicUrl }) => {
    const { portOneGateway } = await import('./client.ts')
    return { payment: portOneGateway({ ...settings, publicUrl }), close: () => Promise.resolve() }
  },
})
