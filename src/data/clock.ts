import { useEffect, useState } from 'react'
import { useOnline } from './online.ts'
import { onRuntime, runtime } from './runtime.ts'

/** Returns the server-corrected time in ms; the phone's own while the runtime is not loaded. */
export const serverNow = (): number => runtime()?.clock.now() ?? Date.now()

/** Returns the server-corrected time in ms, and renders again every `stepMs`. */
export const useNow = (stepMs: number): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const update = () => setNow(serverNow())
    const timer = setInterval(update, stepMs)
    const leave = onRuntime(({ platform }) => platform.on('visible', update))
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [stepMs])
  return now
}

/** Returns whether the time is verified (L18); true while the runtime is not loaded. */
export const useTimeVerified = (): boolean => {
  useNow(10_000)
  return runtime()?.clock.isVerified() ?? true
}

/**
 * Returns whether the time may end a pass on a screen: it is verified, and the phone is online. Offline, a clock that
 * was changed while the browser was closed goes undetected, so a verified time is not enough.
 */
export const useReliableTime = (): boolean => {
  const isVerified = useTimeVerified()
  return useOnline() && isVerified
}
