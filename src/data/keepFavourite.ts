import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { favouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import { keepOrSend } from './keep.ts'
import { no, type Outcome } from './outcome.ts'
import { started } from './phone.ts'

/** The wish of `setFavourite`, kept on this phone or sent. */
export const keepFavourite = async (gdsUid: string, on: boolean): Promise<Outcome<null>> => {
  const here = await started()
  const now = here.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  return keepOrSend(here, here.memberOutbox(), favouriteSet, { gdsUid, on }, async (key) => {
    const call = on ? interest : interestDelete
    const answer = await here.api.call(call, { query: { gdsUid } }, { key, owner: now.memberId })
    if (answer.ok) await here.pulls.part('favourites', true)
    return answer
  })
}
