import { useSyncExternalStore } from 'react'
import type { IconType } from './icon.tsx'

export interface Toast {
  text: string
  icon?: IconType | undefined
  action?: { label: string; onAction: () => void }
}

let current: Toast | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const show = (toast: Toast | null): void => {
  current = toast
  for (const listener of listeners) listener()
}

/** `const toast = useToast(); toast({ text, icon?, action? })`: one short message, said politely. */
export const useToast = (): ((toast: Toast) => void) => show

/** The toast that is shown. */
export const useShown = (): Toast | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
