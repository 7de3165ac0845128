import { useEffect, useState } from 'react'
import { subscribe } from '#contract/calls/push.ts'
import type { In } from '#contract/calls/call.ts'
import type { PushSettings } from '#db/member.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { projectSettings, type ProjectedSettings } from '#sync/mirror/project.ts'
import { pushToggle } from '#sync/outbox/commands/pushToggle.ts'
import { queueAction, type Delivery } from './queueAction.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'
import { loadRuntime } from './runtime.ts'
import { useSession } from './session.ts'

const fromMemory = (settings: PushSettings): ProjectedSettings => projectSettings(settings, [], 0)

/**
 * Returns the push settings. `on`: null while unknown. `publicKey`: the key to subscribe with; null while unknown.
 * `waiting`: the state of a queued change; null without one.
 */
export const usePush = createPartHook<'settings', ProjectedSettings>('settings', {
  none: { on: null, publicKey: null, waiting: null },
  tables: (db) => [db.outbox],
  read: async (db, runtime) =>
    projectSettings(await db.read('settings'), await db.outbox.orderBy('seq').toArray(), runtime.platform.wall()),
  fromMemory,
})

/** Turns the member's pushes on or off, for all phones; resolves when the action is stored on this phone, or sent. */
export const setPush = (on: boolean): Promise<Outcome<Delivery>> => queueAction(pushToggle, { on })

/** Sends this phone's subscription (`PushSubscription.toJSON()`) to the server; never queued. */
export const subscribePush = async (subscription: In<typeof subscribe, 'body'>): Promise<Outcome<null>> => {
  const answer = outcome(await (await loadRuntime()).api.call(subscribe, { body: subscription }))
  return answer.ok ? { ok: true, data: null } : answer
}

const MARK_BYTES = 12

/** Resolves with a hash of the end token, which identifies the session and cannot end it; null without an end token. */
const sessionMark = async (): Promise<string | null> => {
  const { storage, platform } = await loadRuntime()
  const endToken = (await storage.device()?.read(VALUE_KEYS.session))?.endToken
  if (endToken === undefined || !platform.subtle) return null
  const digest = await platform.subtle.digest('SHA-256', new TextEncoder().encode(endToken))
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, MARK_BYTES)))
}

/**
 * Returns the signed-in member and a hash that identifies the session, for which pushes are; null for a session without
 * an end token. Undefined until both were read, and while nobody is signed in.
 */
export const usePushOwner = (): { member: string; session: string | null } | undefined => {
  const { user } = useSession()
  const [owner, setOwner] = useState<{ member: string; session: string | null }>()
  // `user` is another object after each sign-in, also of the same member.
  useEffect(() => {
    let over = false
    const member = user?.memberId
    if (member !== undefined) void sessionMark().then((session) => over || setOwner({ member, session }))
    return () => {
      over = true
    }
  }, [user])
  return owner?.member === user?.memberId ? owner : undefined
}
