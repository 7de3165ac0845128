import { MEMBER_KEY, SETTINGS_CACHE } from './messages.ts'

interface Push {
  /** The recipient. */
  memberId: string
  title: string
  body: string
  /** Path on this site to open. */
  path: string
  /** One per message: a duplicate replaces the first without alerting again. */
  tag?: string
}

const isPush = (value: unknown): value is Push =>
  typeof value === 'object' &&
  value !== null &&
  (['memberId', 'title', 'body', 'path'] as const).every((key) => typeof (value as Partial<Push>)[key] === 'string')

const signedIn = async (): Promise<string | undefined> =>
  (await (await caches.open(SETTINGS_CACHE)).match(MEMBER_KEY))?.text()

const parsed = (event: PushEvent): unknown => {
  try {
    return event.data?.json()
  } catch {
    return undefined
  }
}

/** Shows a push to the member it is for; drops it when another member, or none, is signed in (S30). */
export const showPush = async (event: PushEvent, registration: ServiceWorkerRegistration): Promise<void> => {
  const push = parsed(event)
  if (!isPush(push) || push.memberId !== (await signedIn())) return
  await registration.showNotification(push.title, {
    body: push.body,
    icon: '/icons/icon-192.png',
    data: { path: push.path },
    ...(typeof push.tag === 'string' && { tag: push.tag }),
  })
}

/**
 * Opens the path of a push, in an existing window that this worker controls if there is one; an address of another site
 * is not opened. Browsers let a worker navigate no other window, such as one after a forced reload.
 */
export const openPush = async (event: NotificationEvent, clients: Clients): Promise<void> => {
  event.notification.close()
  const path: unknown = event.notification.data?.path
  const url = new URL(typeof path === 'string' ? path : '/', location.origin)
  if (url.origin !== location.origin) return
  for (const open of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const window = await open.navigate(url.href).catch(() => undefined)
    if (window !== undefined) return void (await window?.focus())
  }
  await clients.openWindow(url.href)
}
