import { update } from '#contract/calls/profile.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** Corrects the member's name; passes that were not used carry it from then on. Needs the server: never queued. */
export const correctName = (name: { engSurname: string; engNm: string }): Promise<Outcome<null>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = await api.call(update, { body: name })
    if (!answer.ok) return outcome(answer)
    // The session carries the name, the mirror the passes: both are asked for anew.
    await Promise.all([api.renew(), pulls.part('profile', true), pulls.part('passes', true)])
    return { ok: true, data: null }
  })
