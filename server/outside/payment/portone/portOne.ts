import * as z from 'zod/mini'
import { url } from '#server/settings.ts'
import { defineGateway } from '../define.ts'

/** PortOne (version 2); its page, its API and its webhooks each have a key of their own. */
export const portOne = defineGateway({
  name: 'portone',
  movesMoney: true,
  settings: {
    PORTONE_STORE_ID: z.string(),
    PORTONE_CHANNEL_KEY: z.string(),
    PORTONE_API_SECRET: z.string(),
    PORTONE_WEBHOOK_SECRET: z.string(),
    PORTONE_API_URL: z._default(url('http', 'https'), 'https://api.portone.io'),
  },
  open: async (settings, { publicUrl }) => {
    const { portOneGateway } = await import('./client.ts')
    const account = {
      storeId: settings.PORTONE_STORE_ID,
      channelKey: settings.PORTONE_CHANNEL_KEY,
      apiSecret: settings.PORTONE_API_SECRET,
      webhookSecret: settings.PORTONE_WEBHOOK_SECRET,
      apiUrl: settings.PORTONE_API_URL,
    }
    return { payment: portOneGateway({ ...account, publicUrl }), close: () => Promise.resolve() }
  },
})
