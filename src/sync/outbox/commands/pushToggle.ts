import type { Data } from '#contract/calls/call.ts'
import { toggle } from '#contract/calls/push.ts'
import { lastWins, type Command } from '../command.ts'

export interface PushToggle {
  /** The wished state. */
  on: boolean
}

/** Turns all pushes of the member on or off. */
export const pushToggle: Command<PushToggle, Data<typeof toggle>> = {
  name: 'push.toggle',
  version: 1,
  lane: () => 'push',
  coalesce: lastWins,
  dropOnRefusal: () => [],
  part: 'settings',
  send: (api, { on }, { id, owner }) => api.call(toggle, { body: { pushYn: on ? 'Y' : 'N' } }, { key: id, owner }),
  apply: async (db, settings) => {
    if ('gifts' in db) await db.keep('settings', settings)
  },
}
