import { useVisibleToast } from '#ui/useToast.ts'
import { lazyPart } from '../-shared/lazyPart.tsx'
import styles from './shell.module.css'

const ToastCard = lazyPart(async () => (await import('#ui/toast.tsx')).ToastCard)

/** Renders the live region of toasts. Mounted from the start, so that screen readers announce what appears in it. */
export function Toasts() {
  const toast = useVisibleToast()
  return (
    <div role="status" className={styles.toasts} data-place={toast?.place}>
      {toast && <ToastCard toast={toast} />}
    </div>
  )
}
