import { passName as call } from '#contract/calls/mypage.ts'
import { passName } from '#sync/outbox/commands/passName.ts'
import { keepAction } from './keep.ts'
import type { Outcome } from './outcome.ts'

/** What the member calls a pass, as `contract/rules/text.ts` keeps it; null: nothing. Answers when it is kept on this phone. */
export const setPassName = (passUid: string, name: string | null): Promise<Outcome<null>> =>
  keepAction(passName, { passUid, name }, 'passes', (api, options) =>
    api.call(call, { body: { passUid, name } }, options),
  )
