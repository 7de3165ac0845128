import { useCallback, useEffect, useState } from 'react'
import { DAY_MS } from '#contract/time.ts'
import { currentLocale } from '#i18n/useLocale.ts'
import { isApple, isInstalled } from './install.ts'

/**
 * State of pushes on this phone: `unsupported` by the browser; `install`: only once the app is installed (iOS);
 * `denied` by the person; `off`; `on` for this member's present session.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** A push subscription, in the form of `PushSubscription.toJSON()`. */
export interface SubscriptionJson {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The recipient of pushes on this phone. */
export interface PushOwner {
  member: string
  /** The session that our server sends them for, while it lasts. Null when this phone does not know it. */
  session: string | null
}

/** Key of the member for whom this phone is subscribed at our server. */
const FOR_KEY = 'hp-push'
/** Key of the session of that member that was last sent to our server. */
const SESSION_KEY = 'hp-push-session'
/** Key of the language that was last sent to our server: pushes are in that language. */
const LANGUAGE_KEY = 'hp-push-language'
/** Key of a hash of the endpoint that was last sent to our server, and of when (ms): `<hash> <instant>`. */
const SENT_KEY = 'hp-push-sent'
/** After this time the subscription is sent again, because our server may have lost it. */
const RESEND_MS = 7 * DAY_MS
const marked = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
/** Called when the stored subscription changes. */
const listeners = new Set<() => void>()
/**
 * Stores for whom, in which language and with which endpoint (its hash) our server has this phone's subscription; null
 * deletes it (sign-out).
 */
export const markPush = (owner: PushOwner | null, locale: string = currentLocale(), endpoint?: string): void => {
  try {
    for (const key of [FOR_KEY, SESSION_KEY, LANGUAGE_KEY, SENT_KEY]) localStorage.removeItem(key)
    if (owner) {
      localStorage.setItem(FOR_KEY, owner.member)
      localStorage.setItem(LANGUAGE_KEY, locale)
      if (endpoint) localStorage.setItem(SENT_KEY, `${endpoint} ${Date.now()}`)
      if (owner.session !== null) localStorage.setItem(SESSION_KEY, owner.session)
    }
  } catch {
    // Local storage is refused: the state is `off` after a reload.
  }
  for (const listener of listeners) listener()
}
/** Hashes an endpoint: whoever knows it can send to this phone. */
const hashOf = async ({ endpoint }: SubscriptionJson): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, 12)))
}
const lastSent = (): string[] => marked(SENT_KEY)?.split(' ') ?? []

/** Returns whether our server has the subscription with this endpoint (its hash) for this member's present session. */
const isMarked = ({ member, session }: PushOwner, endpoint: string): boolean =>
  marked(FOR_KEY) === member && (session === null || marked(SESSION_KEY) === session) && lastSent()[0] === endpoint
/** Returns whether the subscription was sent lately; a clock that was corrected counts as a long time. */
const isFresh = (): boolean => Math.abs(Date.now() - Number(lastSent()[1])) < RESEND_MS

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** iOS and iPadOS support pushes only for installed apps. */
const needsInstall = (): boolean => isApple() && !isInstalled() && !('PushManager' in window)

const readState = async (owner: PushOwner): Promise<PushState> => {
  if (needsInstall()) return 'install'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscribed = await currentSubscription()
  return subscribed && isMarked(owner, await hashOf(subscribed)) ? 'on' : 'off'
}

const WORKER_MS = 8_000
const workerInTime = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), WORKER_MS)),
  ])

const subscriptionOf = (subscription: PushSubscription): SubscriptionJson | null => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

/** Returns the subscription that the browser has now, which may be another one than that of the last visit. */
const currentSubscription = async (): Promise<SubscriptionJson | null> => {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? subscriptionOf(subscription) : null
}

/** Asks for the permission, and subscribes at the push service. Call it in a tap. */
const subscribe = async (publicKey: string): Promise<SubscriptionJson | 'off' | 'denied' | 'failed'> => {
  try {
    const permission = await Notification.requestPermission()
    // A dismissed permission prompt may be shown again later: `off`, not `denied`.
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
    const { pushManager } = await workerInTime()
    const before = await pushManager.getSubscription()
    // A subscription of unknown origin may have a former key, which blocks the new one.
    if (before && marked(FOR_KEY) === null) await before.unsubscribe()
    return (
      subscriptionOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })) ??
      'failed'
    )
  } catch {
    // The push service was not reached, or the browser has none.
    return 'failed'
  }
}

/** Renewals run one after the other, so that the last session and language win. */
let renewing: Promise<void> = Promise.resolve()

/**
 * Sends this phone's subscription to our server again when the browser's subscription, the member's session or the
 * language has changed since, and after a week; else a no-op. `sendSubscription` resolves whether our server took it. Ignores failures: the next change tries again.
 */
export const renewPush = (
  owner: PushOwner,
  sendSubscription: (subscribed: SubscriptionJson) => Promise<boolean>,
): Promise<void> => {
  const { member } = owner
  const renew = async (): Promise<void> => {
    const locale = currentLocale()
    if (marked(FOR_KEY) !== member || !isSupported()) return
    const subscribed = await currentSubscription()
    if (!subscribed) return
    const endpoint = await hashOf(subscribed)
    const isUpToDate = isMarked(owner, endpoint) && marked(LANGUAGE_KEY) === locale && isFresh()
    if (isUpToDate || !(await sendSubscription(subscribed))) return
    // The member may have signed out meanwhile.
    if (marked(FOR_KEY) === member) markPush(owner, locale, endpoint)
  }
  // A failure is retried by the next call: at a change, or when the server is reachable.
  renewing = renewing.then(renew).catch(() => undefined)
  return renewing
}

interface PushOnThisPhone {
  /** Undefined until it was read from the browser. */
  state: PushState | undefined
  /** Asks for the permission and subscribes; `sendSubscription` sends it to our server. Call it in a tap. */
  turnOn: (
    publicKey: string,
    sendSubscription: (subscribed: SubscriptionJson) => Promise<boolean>,
  ) => Promise<'on' | 'off' | 'denied' | 'failed'>
}

/** Returns the state of pushes on this phone, and a function that turns them on, which fails without an `owner`. */
export const usePushState = (owner: PushOwner | undefined): PushOnThisPhone => {
  const [state, set] = useState<{ owner: PushOwner; push: PushState }>()
  useEffect(() => {
    if (!owner) return
    let over = false
    const show = () => void readState(owner).then((push) => over || set({ owner, push }))
    show()
    listeners.add(show)
    return () => {
      over = true
      listeners.delete(show)
    }
  }, [owner])
  const turnOn = useCallback<PushOnThisPhone['turnOn']>(
    async (publicKey, sendSubscription) => {
      if (!owner) return 'failed'
      const subscribed = await subscribe(publicKey)
      const locale = currentLocale()
      const answer =
        typeof subscribed === 'string' ? subscribed : (await sendSubscription(subscribed)) ? 'on' : 'failed'
      if (answer === 'on' && typeof subscribed !== 'string') markPush(owner, locale, await hashOf(subscribed))
      if (answer !== 'failed') set({ owner, push: answer })
      return answer
    },
    [owner],
  )
  // The state of another session does not apply to this one.
  return { state: state?.owner === owner ? state?.push : undefined, turnOn }
}
