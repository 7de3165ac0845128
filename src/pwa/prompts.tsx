import { useEffect, useSyncExternalStore } from 'react'
import { isDirty } from './dirty.ts'
import styles from './prompts.module.css'
import { UpdateBanner } from './update-banner.tsx'
import { applyUpdate, hasUpdate, subscribeUpdate } from './worker.ts'

/**
 * Says that a new version is ready. It is used on the member's word; or by itself once the page is out of sight, when
 * no form has been begun and nothing waits to be sent (`waiting`: number of actions).
 */
export function UpdatePrompt({ waiting }: { waiting: number }) {
  const ready = useSyncExternalStore(subscribeUpdate, hasUpdate, () => false)
  useEffect(() => {
    if (!ready || waiting > 0) return
    const unseen = () => {
      if (document.visibilityState === 'hidden' && !isDirty()) applyUpdate()
    }
    document.addEventListener('visibilitychange', unseen)
    // It may have gone out of sight before this listened.
    unseen()
    return () => document.removeEventListener('visibilitychange', unseen)
  }, [ready, waiting])
  return (
    <div className={styles.place} role="status">
      {ready && <UpdateBanner />}
    </div>
  )
}
