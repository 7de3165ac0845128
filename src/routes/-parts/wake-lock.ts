import { useEffect } from 'react'

/** Keeps the screen awake; asks again after the page was hidden. Browsers that cannot, do not. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let done = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (done) await held.release()
        else lock = held
      } catch {
        // Low battery refuses it; the code is shown all the same.
      }
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      done = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
