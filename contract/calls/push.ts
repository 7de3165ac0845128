import * as z from 'zod/mini'
import { call } from './call.ts'
import { nothing, yn } from './fields.ts'
import { partChange } from './sync.ts'

/** Address at a push service, from the browser. Which hosts the server contacts is decided in `server/outside/push`. */
const endpoint = z.string().check(z.maxLength(1024), z.regex(/^https:\/\/[^\s]+$/, { error: 'https' }))

/** The key to subscribe with, and whether the member wants pushes. */
export const pushState = z.object({
  /** VAPID key of this server: P-256, uncompressed, base64url (`applicationServerKey`). */
  publicKey: z.string(),
  pushYn: yn,
})

export const state = call({
  method: 'GET',
  path: '/push/state',
  who: 'member',
  addition: true,
  summary: 'The key to subscribe with, and the toggle',
  data: pushState,
})

export const subscribe = call({
  method: 'POST',
  path: '/push/subscribe',
  who: 'member',
  addition: true,
  summary: 'Sends pushes to this phone, in the language of this call. The same endpoint again is the same phone',
  body: z.strictObject({
    endpoint,
    /** As in `PushSubscription.toJSON()`. */
    keys: z.strictObject({
      /** P-256, uncompressed: 65 bytes. */
      p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, { error: 'key' })),
      /** 16 bytes. */
      auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/, { error: 'key' })),
    }),
    /** `PushSubscription.expirationTime`, ms UTC. */
    expirationTime: z.optional(z.nullable(z.int())),
  }),
  data: pushState,
})

export const unsubscribe = call({
  method: 'POST',
  path: '/push/unsubscribe',
  who: 'member',
  addition: true,
  summary: 'Sends none to this phone any more. One that is not subscribed is no error',
  body: z.strictObject({ endpoint }),
  data: nothing,
})

/** The switch for all pushes of a member (spec 2.63, 4.16). */
export const toggle = call({
  method: 'POST',
  path: '/push/toggle',
  who: 'member',
  addition: true,
  summary: "Turns all of the member's pushes on or off; the subscriptions stay",
  body: z.strictObject({ pushYn: yn }),
  data: z.extend(pushState, { change: z.optional(partChange) }),
})
