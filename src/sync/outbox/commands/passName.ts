import type { Data } from '#contract/calls/call.ts'
import { passName as call } from '#contract/calls/mypage.ts'
import { lastWins, type Command } from '../command.ts'

export interface PassName {
  passUid: string
  /** What it is to be called; null: nothing. */
  name: string | null
}

/** What the member calls a pass. A lane of its own: a name that is refused holds up no gift of the same pass. */
export const passName: Command<PassName, Data<typeof call>> = {
  name: 'pass.name',
  version: 1,
  lane: ({ passUid }) => `name:${passUid}`,
  meet: lastWins,
  pointless: () => [],
  part: 'passes',
  send: (api, body, { id, owner }) => api.call(call, { body }, { key: id, owner }),
  apply: async (db, { passUid, name }) => {
    if (!('passes' in db)) return
    const row = await db.passes.get(passUid)
    if (row) await db.passes.put({ ...row, pass: { ...row.pass, name } })
  },
}
