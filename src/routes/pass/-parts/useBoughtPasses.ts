import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/calls/pass.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { bindPasses } from '#data/bindPasses.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'
import type { FailedOutcome, Status } from '#data/outcome.ts'
import { worksOffline } from '#data/passCounts.ts'
import { useIsComputer } from '#ui/useMedia.ts'

/** A pass of the order. `isOpen`: it can be bound here, because it is live and no phone holds it. */
export interface BoughtPass {
  pass: ShownPass
  works: boolean
  isOpen: boolean
}
interface BoughtPasses {
  status: Status
  passes: readonly BoughtPass[]
  /** This is a computer, which binds no pass by itself. */
  onComputer: boolean
  /** Passes are being bound. */
  busy: boolean
  /** Why the last binding has left passes out; null when it has not. */
  failure: FailedOutcome | null
  /** Binds the passes that are open. */
  bind: () => void
}

/**
 * Reads the passes of a paid order from the mirror. On a phone, binds those that no phone holds, once for each opening
 * of the screen and within a day of the payment: an old address that is opened again must not take a pass silently.
 */
export const useBoughtPasses = ({ ordUid, paidAt }: Pick<Order, 'ordUid' | 'paidAt'>): BoughtPasses => {
  const { list, deviceUid, status } = useMyPasses()
  const now = useNow(SECOND_MS)
  const isTimeReliable = useReliableTime()
  const onComputer = useIsComputer()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const isStarted = useRef(false)
  const passes = list
    .filter((pass) => pass.ordUid === ordUid)
    .map((pass) => ({
      pass,
      works: worksOffline(pass, deviceUid, now),
      isOpen:
        pass.medium === 'mobile' &&
        pass.deviceUid === null &&
        !isClaimed(pass) &&
        isLive(stateAt(pass, now, isTimeReliable)),
    }))
  const openUids = passes.filter(({ isOpen }) => isOpen).map(({ pass }) => pass.passUid)
  const isRecent = paidAt !== null && now - paidAt < DAY_MS

  const bindAll = async (passUids: readonly string[]) => {
    setBusy(true)
    setFailure(null)
    setFailure(await bindPasses(passUids))
    setBusy(false)
  }
  const bind = () => {
    if (!busy) void bindAll(openUids)
  }
  const isDue = !onComputer && isRecent && openUids.length > 0
  useEffect(() => {
    if (!isDue || isStarted.current) return
    isStarted.current = true
    bind()
  })
  return { status, passes, onComputer, busy, failure, bind }
}
