import { msg } from '@lingui/core/macro'
import type { Data } from '#contract/calls/call.ts'
import { toggle } from '#contract/calls/push.ts'
import { lastWins, type Command } from '../command.ts'

export interface PushToggle {
  /** The wished state. */
  on: boolean
}

/** Turns all pushes of the member on or off. */
export const pushToggle: Command<'push.toggle', PushToggle, Data<typeof toggle>> = {
  name: 'push.toggle',
  version: 1,
  home: 'member',
  lane: () => 'push',
  coalesce: lastWins,
  dropOnRefusal: () => [],
  send: (api, { on }, { id, owner }) => api.call(toggle, { body: { pushYn: on ? 'Y' : 'N' } }, { key: id, owner }),
  apply: async (db, { publicKey, pushYn }) => {
    if ('gifts' in db) await db.keep('settings', { publicKey, pushYn })
  },
  part: 'settings',
  project: (wishes, { on }, _row, waiting) => {
    wishes.last = { on, waiting }
  },
  describe: ({ on }) => ({ title: on ? msg`Turn push notifications on` : msg`Turn push notifications off` }),
  refusals: {},
  isShownLocked: false,
  hidesPass: false,
}
