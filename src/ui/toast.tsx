import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import { focusScreen } from './focusScreen.ts'
import { Icon } from './icon.tsx'
import styles from './overlay.module.css'
import { showToast, type Toast } from './useToast.ts'

/** A toast with a button stays longer; hover or focus keeps it open. */
const SHOWN_MS = 5_000
const SHOWN_WITH_ACTION_MS = 12_000
const HELD_MS = 1_000

/** Returns the focus to where it came from when the element that holds it is removed. */
const useReturnFocus = () => {
  const ref = useRef<HTMLDivElement>(null)
  const origin = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const card = ref.current
    return () => {
      if (!card?.contains(document.activeElement)) return
      if (origin.current?.isConnected) origin.current.focus({ preventScroll: true })
      else focusScreen()
    }
  }, [])
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) origin.current = relatedTarget
  }
  return { ref, onFocus }
}

/** Renders one toast and hides it when its time is over. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { ref, onFocus } = useReturnFocus()
  useEffect(() => {
    const end = () => {
      if (ref.current?.matches(':hover, :focus-within')) timer = setTimeout(end, HELD_MS)
      else showToast(null)
    }
    let timer = setTimeout(end, toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [ref, toast])
  return (
    <div ref={ref} className={styles.toast} onFocus={onFocus}>
      {toast.icon && <Icon of={toast.icon} size={20} />}
      <p>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.onAction()
            showToast(null)
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  )
}
