import { useSyncExternalStore } from 'react'

interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
/** `ask`: the browser can be asked to install. `share`: only the person can, by the Share menu (iOS). */
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

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true
/** iPads say that they are Macs, and have fingers. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Listens for the browser's offer to install; to be called before the first paint, since it comes once. */
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

/** Whether and how this app can be put on the home screen, and the browser's own question. */
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
