import { useShown } from '#ui/useToast.ts'
import { late } from './late.tsx'
import styles from './shell.module.css'

const ToastCard = late(async () => (await import('#ui/toast.tsx')).ToastCard)

/** Where toasts appear: once, in the root. The place is there from the start, so that what comes into it is read out. */
export function Toasts() {
  const toast = useShown()
  return (
    <div role="status" className={styles.toasts}>
      {toast && <ToastCard toast={toast} />}
    </div>
  )
}
