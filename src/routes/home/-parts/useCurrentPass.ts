import { byUse } from '#contract/rules/passOrder.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'

/** Returns the member's pass that home shows: in use before unused, in no gift and no refund request; null for none. */
export const useCurrentPass = (): ShownPass | null => {
  const now = useNow(MINUTE_MS)
  const { list } = useMyPasses()
  const isTimeReliable = useReliableTime()
  const live = list.filter((each) => !isClaimed(each) && isLive(stateAt(each, now, isTimeReliable)))
  return live.toSorted(byUse)[0] ?? null
}
