import { useEffect } from 'react'

/** Keeps the screen awake; requests the lock again when the page becomes visible. No-op in browsers without it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isUnmounted) await held.release()
        else lock = held
      } catch {
        // Refused, for example on a low battery: the code is shown anyway.
      }
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
