import { useSyncExternalStore } from 'react'
import type { IconType } from './icon.tsx'

export interface Toast {
  text: string
  icon?: IconType | undefined
  /** At the top of the window, where the bottom shows what the message is about. */
  place?: 'top'
  action?: { label: string; onAction: () => void }
}

let current: Toast | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Shows a toast; `null` hides it. For code outside components. */
export const showToast = (toast: Toast | null): void => {
  current = toast
  for (const listener of listeners) listener()
}

/**
 * `const toast = useToast(); toast({ text, icon?, action? })`: shows one short message and replaces the previous one.
 */
export const useToast = (): ((toast: Toast) => void) => showToast

/** Returns the visible toast, null for none. */
export const useVisibleToast = (): Toast | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
