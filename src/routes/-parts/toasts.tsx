import { useShown } from '#ui/useToast.ts'
import { late } from './late.tsx'
import styles from './shell.module.css'

const ToastCard = late(async () => (await import('#ui/toast.tsx')).ToastCard)

/** Renders the live region of toasts. Mounted from the start, so that screen readers announce what appears in it. */
export function Toasts() {
  const toast = useShown()
  return (
    <div role="status" className={styles.toasts}>
      {toast && <ToastCard toast={toast} />}
    </div>
  )
}
