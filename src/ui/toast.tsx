import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon, type IconType } from './icon.tsx'
import styles from './overlay.module.css'

interface Toast {
  text: string
  icon?: IconType | undefined
  action?: { label: string; onAction: () => void }
}

/** A toast with something to press stays longer; it never goes while it is pointed at or has the focus. */
const SHOWN_MS = 5_000
const SHOWN_WITH_ACTION_MS = 12_000
const HELD_MS = 1_000

let current: Toast | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const show = (toast: Toast | null): void => {
  current = toast
  for (const listener of listeners) listener()
}

/** `const toast = useToast(); toast({ text, icon?, action? })`: one short message, said politely. */
export const useToast = (): ((toast: Toast) => void) => show

/** Where toasts appear: once, in the root. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!toast) return
    const end = () => {
      if (ref.current?.matches(':hover, :focus-within')) timer = setTimeout(end, HELD_MS)
      else show(null)
    }
    let timer = setTimeout(end, toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div ref={ref} role="status" className={styles.toasts}>
      {toast && (
        <div className={styles.toast}>
          {toast.icon && <Icon of={toast.icon} size={20} />}
          <p>{toast.text}</p>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.onAction()
                show(null)
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
