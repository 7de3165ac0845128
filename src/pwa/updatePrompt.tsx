import { useEffect, useSyncExternalStore } from 'react'
import { isDirty } from './dirty.ts'
import styles from './updatePrompt.module.css'
import { UpdateBanner } from './updateBanner.tsx'
import { applyUpdate, hasUpdate, subscribeUpdate } from './worker.ts'

/**
 * Offers the update when a new version is ready. Applies it without asking once the page is hidden, unless a form has
 * input or actions wait (`waiting`: their number).
 */
export function UpdatePrompt({ waiting }: { waiting: number }) {
  const ready = useSyncExternalStore(subscribeUpdate, hasUpdate, () => false)
  useEffect(() => {
    if (!ready || waiting > 0) return
    const unseen = () => {
      if (document.visibilityState === 'hidden' && !isDirty()) applyUpdate()
    }
    document.addEventListener('visibilitychange', unseen)
    // The page may have been hidden before the listener was added.
    unseen()
    return () => document.removeEventListener('visibilitychange', unseen)
  }, [ready, waiting])
  return (
    <div className={styles.place} role="status">
      {ready && <UpdateBanner />}
    </div>
  )
}
