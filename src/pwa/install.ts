import { useSyncExternalStore } from 'react'

interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
/** `none`: installed, or not possible. `ask`: by the browser's install prompt. `share`: by the Share menu (iOS). */
export type InstallWay = 'none' | 'ask' | 'share'

let event: InstallEvent | null = null
let way: InstallWay = 'none'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const set = (next: InstallWay): void => {
  way = next
  for (const listener of listeners) listener()
}

/** Returns whether this page runs from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true
/** Returns whether this is an iPhone or iPad. iPads report to be Macs, but have touch points. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Listens for `beforeinstallprompt`, which fires once; call it before the first paint. */
export const watchInstall = (): void => {
  addEventListener('beforeinstallprompt', (offered) => {
    offered.preventDefault()
    event = offered as InstallEvent
    set('ask')
  })
  addEventListener('appinstalled', () => {
    event = null
    set('none')
  })
  if (isApple() && !isInstalled()) set('share')
}

/** Returns how the app can be installed; `ask` shows the browser's install prompt, once. */
export const useInstall = (): { way: InstallWay; ask: () => Promise<void> } => ({
  way: useSyncExternalStore(
    subscribe,
    () => way,
    () => 'none',
  ),
  ask: async () => {
    const offered = event
    event = null
    set('none')
    await offered?.prompt()
  },
})
