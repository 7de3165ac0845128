import { useCallback, useRef, useState } from 'react'

/** Returns whether a later request has started, or the present one was cancelled: the answer is of no use. */
export type IsOld = () => boolean
interface LatestRequest {
  /** A request is under way. */
  busy: boolean
  /** Starts a request, which makes those before it old. Calls `settle` with its result, unless it is old by then. */
  start: <T>(request: (isOld: IsOld) => Promise<T>, settle: (result: T) => void) => Promise<void>
  /** Makes the present request old: for the end of an effect. */
  cancel: () => void
}

/** Hook: returns functions that let only the answer of the latest request count. `isBusy`: the first one follows at once. */
export const useLatestRequest = (isBusy = true): LatestRequest => {
  const [busy, setBusy] = useState(isBusy)
  const requestNumber = useRef(0)
  const cancel = useCallback(() => {
    requestNumber.current += 1
  }, [])
  const start = useCallback<LatestRequest['start']>(async (request, settle) => {
    const ownNumber = (requestNumber.current += 1)
    const isOld = () => ownNumber !== requestNumber.current
    setBusy(true)
    // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
    await Promise.resolve()
    if (isOld()) return
    const result = await request(isOld)
    if (isOld()) return
    settle(result)
    setBusy(false)
  }, [])
  return { busy, start, cancel }
}
