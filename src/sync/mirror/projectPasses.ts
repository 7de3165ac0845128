import type { Gift } from '#contract/calls/gift.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { LATER_FIELDS } from '#contract/rules/passFields.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import { collectWishes } from './collectWishes.ts'
import { asksOf, projectGifts } from './projectGifts.ts'
import type { Waiting } from './wishes.ts'

/** A pass as screens show it: with its last wished name, and whether it is in a gift. */
export interface ShownPass extends MyPass {
  /** State of the last queued name; null without one. */
  naming: Waiting | null
  /**
   * A pass in an unanswered gift opens no gate (`reasonAgainstUse`, which the server uses too). `returning`: its cancellation
   * waits in the outbox (M6).
   */
  gift: 'given' | 'returning' | null
  /** True when this phone has drawn a code of it with its device key. */
  hasCode: boolean
}

/**
 * Projects queued names and gifts over the mirrored passes, in the server's order (M1, M6). `wall` in ms; `drawnUids`
 * are the passes with a drawn code. Pure.
 */
export const projectPasses = (
  rows: readonly PassRow[],
  gifts: readonly Gift[],
  outbox: readonly OutboxRow[],
  wall: number,
  drawnUids: readonly string[] = [],
): ShownPass[] => {
  const giftStates = new Map<string, 'given' | 'returning'>()
  for (const gift of projectGifts(gifts, outbox, rows, wall).sent) {
    const waits = gift.state === 'queued' ? gift.waiting !== 'refused' : gift.state === 'sent'
    const returns = gift.wish?.to === 'cancelled' && gift.wish.waiting !== 'refused' && asksOf(gift) === null
    if (waits) giftStates.set(gift.passUid, returns ? 'returning' : 'given')
  }
  const names = collectWishes('passes', new Map(), outbox, wall)
  return rows
    .toSorted((a, b) => a.position - b.position)
    .map(({ pass }) => {
      const wish = names.get(pass.passUid)
      return {
        ...LATER_FIELDS,
        ...pass,
        ...(wish && wish.waiting !== 'refused' && { name: wish.name }),
        naming: wish?.waiting ?? null,
        gift: giftStates.get(pass.passUid) ?? null,
        hasCode: drawnUids.includes(pass.passUid),
      }
    })
}
