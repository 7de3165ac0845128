import type { MyPass } from '#contract/calls/mypage.ts'
import type { QueuedGift, ShownGift } from '#data/gifts.ts'

/** Passes that lie in a gift that is on its way or waits for an answer. */
export const inGift = (sent: readonly (ShownGift | QueuedGift)[]): ReadonlySet<string> =>
  new Set(
    sent.flatMap((gift) =>
      gift.state === 'sent' || (gift.state === 'queued' && gift.waiting !== 'refused') ? [gift.passUid] : [],
    ),
  )

/** What can be given: an unused mobile pass that lies in no gift. */
export const giveable = (passes: readonly MyPass[], sent: readonly (ShownGift | QueuedGift)[]): MyPass[] => {
  const given = inGift(sent)
  return passes.filter(({ passUid, medium, state }) => medium === 'mobile' && state === 'unused' && !given.has(passUid))
}
