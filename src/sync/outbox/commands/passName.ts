import type { Data } from '#contract/calls/call.ts'
import { passName as call } from '#contract/calls/mypage.ts'
import { lastWins, type Command } from '../command.ts'

export interface PassName {
  passUid: string
  /** The new name; null removes it. */
  name: string | null
}

/** Names a pass. It has a lane of its own, so that a refused name does not hold up a gift of the pass. */
export const passName: Command<PassName, Data<typeof call>> = {
  name: 'pass.name',
  version: 1,
  lane: ({ passUid }) => `name:${passUid}`,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  part: 'passes',
  send: (api, body, { id, owner }) => api.call(call, { body }, { key: id, owner }),
  apply: async (db, { passUid, name }) => {
    if (!('passes' in db)) return
    const row = await db.passes.get(passUid)
    if (row) await db.passes.put({ ...row, pass: { ...row.pass, name } })
  },
}
