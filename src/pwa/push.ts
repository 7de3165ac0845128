import { useCallback, useEffect, useState } from 'react'
import { currentLocale } from '#i18n/useLocale.ts'

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
/** The language in which our server was last told of it: pushes come in that one. */
const LANGUAGE_KEY = 'hp-push-language'
const marked = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
/** Null: nobody is signed in here any more, so what was subscribed was for somebody else. */
export const markPush = (member: string | null, locale: string = currentLocale()): void => {
  try {
    if (member === null) for (const key of [FOR_KEY, LANGUAGE_KEY]) localStorage.removeItem(key)
    else {
      localStorage.setItem(FOR_KEY, member)
      localStorage.setItem(LANGUAGE_KEY, locale)
    }
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
  return subscription && marked(FOR_KEY) === member ? 'on' : 'off'
}

const WORKER_MS = 8_000
const workerInTime = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), WORKER_MS)),
  ])

const told = (subscription: PushSubscription): Subscribed | null => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

/** To be called in a tap: asks the person, then the browser. */
const subscribe = async (publicKey: string): Promise<Subscribed | 'off' | 'denied' | 'failed'> => {
  try {
    const permission = await Notification.requestPermission()
    // A question that was put away may be asked again.
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
    const { pushManager } = await workerInTime()
    const before = await pushManager.getSubscription()
    // A subscription for another key of ours cannot be used, and stands in the way of the new one.
    if (before && marked(FOR_KEY) === null) await before.unsubscribe()
    return told(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })) ?? 'failed'
  } catch {
    // No push service reached, or the browser has none.
    return 'failed'
  }
}

/** One after the other, so that the last language is the one that stays. */
let renewing: Promise<void> = Promise.resolve()

/** Tells our server again of what this phone is subscribed with, if that was last told in another language. */
export const renewPush = (member: string, tell: (subscribed: Subscribed) => Promise<boolean>): Promise<void> => {
  const renew = async (): Promise<void> => {
    const locale = currentLocale()
    if (marked(FOR_KEY) !== member || marked(LANGUAGE_KEY) === locale || !isSupported()) return
    const registration = await navigator.serviceWorker.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    const subscribed = subscription && told(subscription)
    if (!subscribed || !(await tell(subscribed))) return
    // Nobody has signed out meanwhile.
    if (marked(FOR_KEY) === member) markPush(member, locale)
  }
  // What fails is tried again with the next change, or when the server is back.
  renewing = renewing.then(renew).catch(() => undefined)
  return renewing
}

interface PushOnThisPhone {
  /** Undefined until the browser has said. */
  here: PushHere | undefined
  /** Asks the person and subscribes; `tell` takes it to our server. In a tap. */
  turnOn: (
    publicKey: string,
    tell: (subscribed: Subscribed) => Promise<boolean>,
  ) => Promise<'on' | 'off' | 'denied' | 'failed'>
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
      const locale = currentLocale()
      const answer = typeof subscribed === 'string' ? subscribed : (await tell(subscribed)) ? 'on' : 'failed'
      if (answer === 'on') markPush(member, locale)
      if (answer !== 'failed') set(answer)
      return answer
    },
    [member],
  )
  return { here, turnOn }
}
