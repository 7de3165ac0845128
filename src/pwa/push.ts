import { useCallback, useEffect, useState } from 'react'

/**
 * Pushes on this phone: `unsupported` by this browser; `install`: only once the app is on the home screen (iOS);
 * `denied` by the person; `off`; `on` for this member, in the language that is shown.
 */
export type PushHere = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** What a push service needs to be told, as `PushSubscription.toJSON()` has it. */
export interface Subscribed {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** For whom this phone is subscribed at our server: the browser knows only that it is. */
const FOR_KEY = 'hp-push'
const marked = (): string | null => {
  try {
    return localStorage.getItem(FOR_KEY)
  } catch {
    return null
  }
}
/** Null: nobody is signed in here any more, so what was subscribed was for somebody else. */
export const markPush = (member: string | null): void => {
  try {
    if (member === null) localStorage.removeItem(FOR_KEY)
    else localStorage.setItem(FOR_KEY, member)
  } catch {
    // Nothing is kept here: the question is asked anew next time.
  }
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** iOS knows pushes only for what was put on the home screen. */
const needsInstall = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent) && !('PushManager' in window)

const look = async (member: string): Promise<PushHere> => {
  if (needsInstall()) return 'install'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && marked() === member ? 'on' : 'off'
}

const WORKER_MS = 8_000
const workerInTime = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), WORKER_MS)),
  ])

/** To be called in a tap: asks the person, then the browser. */
const subscribe = async (publicKey: string): Promise<Subscribed | 'denied' | 'failed'> => {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied'
    const { pushManager } = await workerInTime()
    const before = await pushManager.getSubscription()
    // A subscription for another key of ours cannot be used, and stands in the way of the new one.
    if (before && marked() === null) await before.unsubscribe()
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    ).toJSON()
    const { p256dh, auth } = keys ?? {}
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : 'failed'
  } catch {
    // No push service reached, or the browser has none.
    return 'failed'
  }
}

interface PushOnThisPhone {
  /** Undefined until the browser has said. */
  here: PushHere | undefined
  /** Asks the person and subscribes; `tell` takes it to our server. In a tap. */
  turnOn: (publicKey: string, tell: (subscribed: Subscribed) => Promise<boolean>) => Promise<'on' | 'denied' | 'failed'>
}

/** `member`: whoever is signed in. */
export const usePushHere = (member: string): PushOnThisPhone => {
  const [here, set] = useState<PushHere>()
  useEffect(() => {
    let over = false
    void look(member).then((found) => over || set(found))
    return () => {
      over = true
    }
  }, [member])
  const turnOn = useCallback<PushOnThisPhone['turnOn']>(
    async (publicKey, tell) => {
      const subscribed = await subscribe(publicKey)
      const told = typeof subscribed === 'string' ? subscribed : (await tell(subscribed)) ? 'on' : 'failed'
      if (told === 'on') markPush(member)
      if (told !== 'failed') set(told)
      return told
    },
    [member],
  )
  return { here, turnOn }
}
