import { update } from '#contract/calls/profile.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** Corrects the member's name, also on passes that were not used. Needs the server; never queued. */
export const correctName = (name: { engSurname: string; engNm: string }): Promise<Outcome<null>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = await api.call(update, { body: name })
    if (!answer.ok) return outcome(answer)
    // The name is in the session and on the passes: fetch both again.
    await Promise.all([api.renew(), pulls.pull('profile', true), pulls.pull('passes', true)])
    return { ok: true, data: null }
  })
