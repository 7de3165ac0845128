import { subscribe, toggle, unsubscribe } from '#contract/calls/push.ts'
import type { In } from '#contract/calls/call.ts'
import type { PushSettings } from '#db/member.ts'
import { projectSettings, type ProjectedSettings } from '#sync/mirror/project.ts'
import { pushToggle } from '#sync/outbox/commands/pushToggle.ts'
import { keepAction } from './keep.ts'
import { outcome, type Outcome } from './outcome.ts'
import { partHook } from './part.ts'
import { started } from './phone.ts'

const told = (settings: PushSettings): ProjectedSettings => projectSettings(settings, [], 0)

/** `on`: does the member want pushes? Null: not known. `publicKey`: to subscribe with. `waiting`: how a wish stands. */
export const usePush = partHook<'settings', ProjectedSettings>('settings', {
  none: { on: null, publicKey: null, waiting: null },
  tables: (db) => [db.outbox],
  read: async (db, here) =>
    projectSettings(await db.read('settings'), await db.outbox.orderBy('seq').toArray(), here.platform.wall()),
  told,
})

/** All of the member's pushes, on every phone; answers when the wish is kept on this one. */
export const setPush = (on: boolean): Promise<Outcome<null>> =>
  keepAction(pushToggle, { on }, 'settings', (api, options) =>
    api.call(toggle, { body: { pushYn: on ? 'Y' : 'N' } }, options),
  )

/** Tells the server of this phone's subscription (`PushSubscription.toJSON()`). Needs the server. */
export const subscribePush = async (subscription: In<typeof subscribe, 'body'>): Promise<Outcome<null>> => {
  const answer = outcome(await (await started()).api.call(subscribe, { body: subscription }))
  return answer.ok ? { ok: true, data: null } : answer
}

/** Sends none to this phone any more. Needs the server. */
export const unsubscribePush = async (endpoint: string): Promise<Outcome<null>> => {
  const answer = outcome(await (await started()).api.call(unsubscribe, { body: { endpoint } }))
  return answer.ok ? { ok: true, data: null } : answer
}
