import * as z from 'zod/mini'
import { call } from './call.ts'
import { deprecatedBoolean, instant, uuid, yn } from './fields.ts'

const signedIn = z.object({
  id: uuid,
  /** Browser and system, such as `Chrome · Android`; null when unknown. */
  label: z.nullable(z.string()),
  startedAt: instant,
  /** When it was last used, to about an hour. */
  seenAt: instant,
  expiresAt: instant,
  /** How many passes that can be used its phone shows; null when no phone has registered its key in it. */
  passes: z.optional(z.nullable(z.int())),
  /** Whether it is the session of this call. */
  current: deprecatedBoolean('currentYn'),
  currentYn: z.optional(yn),
})

export const list = call({
  method: 'GET',
  path: '/account/session/list',
  who: 'member',
  addition: true,
  summary: 'Where I am signed in, the youngest first',
  data: z.object({ list: z.array(signedIn) }),
})

export const end = call({
  method: 'DELETE',
  path: '/account/session/{id}',
  who: 'member',
  addition: true,
  summary: 'Signs that device out and takes the passes off its screen',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: z.null(),
})

export const endOthers = call({
  method: 'POST',
  path: '/account/session/sign-out-everywhere',
  who: 'member',
  addition: true,
  summary: 'Signs out all other devices and takes the passes off their screens',
  /** `deviceUid`: this phone, whose passes stay bound to it. */
  body: z.optional(z.strictObject({ deviceUid: z.optional(uuid) })),
  data: z.object({ ended: z.int() }),
})
