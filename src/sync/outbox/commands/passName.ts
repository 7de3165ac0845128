import { msg } from '@lingui/core/macro'
import type { Data } from '#contract/calls/call.ts'
import { passName as call } from '#contract/calls/mypage.ts'
import { lastWins, type Command } from '../command.ts'

export interface PassName {
  passUid: string
  /** The new name; null removes it. */
  name: string | null
}

/** Names a pass. It has a lane of its own, so that a refused name does not hold up a gift of the pass. */
export const passName: Command<'pass.name', PassName, Data<typeof call>> = {
  name: 'pass.name',
  version: 1,
  home: 'member',
  lane: ({ passUid }) => `name:${passUid}`,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  send: (api, body, { id, owner }) => api.call(call, { body }, { key: id, owner }),
  apply: async (db, { passUid, name }) => {
    if (!('passes' in db)) return
    const row = await db.passes.get(passUid)
    if (row) await db.passes.put({ ...row, pass: { ...row.pass, name } })
  },
  part: 'passes',
  project: (names, { passUid, name }, _row, waiting) => void names.set(passUid, { name, waiting }),
  describe: ({ name }) => ({ title: name === null ? msg`Remove the name of a pass` : msg`Name a pass`, text: name }),
  refusals: { byCode: { E_NOT_FOUND: msg`This pass is no longer yours, so its name was not changed.` } },
  isShownLocked: false,
  hidesPass: false,
}
