import { Trans } from '@lingui/react/macro'
import { Download, Share } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

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

/** A calm offer to keep the app on the home screen, where there is one to make; nothing elsewhere. */
export function InstallCard() {
  const { way: how, ask } = useInstall()
  if (how === 'ask')
    return (
      <Banner
        tone="harbour"
        icon={Download}
        action={
          <Button kind="quiet" size="small" onClick={() => void ask()}>
            <Trans>Install</Trans>
          </Button>
        }
      >
        <Trans>Keep Harbor Pass on your home screen. It opens without a connection.</Trans>
      </Banner>
    )
  if (how === 'share')
    return (
      <Banner tone="harbour" icon={Share}>
        <Trans>
          Tap Share, then “Add to Home Screen”. Otherwise this browser deletes your passes from the phone after 7 days
          without a visit.
        </Trans>
      </Banner>
    )
  return null
}
