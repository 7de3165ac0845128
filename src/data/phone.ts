import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { REFRESH_COOKIE } from '#contract/limits.ts'
import { EPOCH_KEY } from '#contract/shells.ts'
import { createCell } from '#sync/cell.ts'
import type { Phone } from '#sync/phone.ts'
import { breath } from './breath.ts'

/**
 * The runtime of this page: storage, session, mirror, outbox. A first visit has nothing stored and renders without it.
 * It is loaded when a screen needs it, at the first touch, or when the page is idle.
 */
let made: Phone | null = null
let begun: Promise<Phone> | null = null
const arrivals = createCell<Phone | null>(null)

let settings: { locale: () => Locale; idle: () => Promise<void> } = {
  locale: () => DEFAULT_LOCALE,
  idle: () => Promise.resolve(),
}
/** Rises when the language changes. */
export const languageChanges = createCell(0)
/** Returns the current language. */
export const locale = (): Locale => settings.locale()

const begin = async (): Promise<Phone> => {
  const { createPhone, browserPlatform } = await import('#sync/page.ts')
  // Evaluating the chunk was one long task: yield before the next.
  await breath()
  const phone = createPhone({ platform: browserPlatform(), locale, idle: () => settings.idle() })
  made = phone
  arrivals.set(phone)
  await phone.start()
  return phone
}

/** Returns the runtime, or null while it is not loaded. Its storage may still be opening. */
export const phone = (): Phone | null => made

/** Loads the runtime if needed; resolves once storage is open and the session known. Rejects when it cannot load. */
export const started = (): Promise<Phone> => {
  begun ??= begin().catch((error: unknown) => {
    // The chunk could not be loaded: the next call tries again.
    if (!made) begun = null
    throw error
  })
  return begun
}

/** Loads the runtime in the background; ignores a failure, since the next `started` tries again and reports it. */
export const fetchPhone = (): void => void started().catch(() => undefined)

/** Calls `follow` with the runtime, now or once it is loaded, and at the end what that returned. Does not load it. */
export const onPhone = (follow: (phone: Phone) => (() => void) | void): (() => void) => {
  let end: (() => void) | void
  const look = () => {
    if (!made) return
    end?.()
    end = follow(made)
  }
  const unsubscribe = arrivals.subscribe(look)
  look()
  return () => {
    unsubscribe()
    end?.()
  }
}

/** Returns whether this phone stores data of ours; true where the browser does not tell. */
const holds = (): boolean => {
  try {
    return localStorage.getItem(EPOCH_KEY) !== null || document.cookie.includes(`${REFRESH_COOKIE}=`)
  } catch {
    return true
  }
}

const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Loads the runtime at once if this phone stores data or the first screen needs it (`needed`), else at the first touch;
 * `main.tsx` also loads it at the next navigation and when the page is idle. Returns `now` if this phone stores data.
 */
export const startPhone = (composed: typeof settings, needed: boolean): 'now' | 'later' => {
  settings = composed
  if (holds()) {
    void started()
    return 'now'
  }
  const wake = () => {
    for (const touch of TOUCHES) removeEventListener(touch, wake, true)
    fetchPhone()
  }
  if (needed) fetchPhone()
  else for (const touch of TOUCHES) addEventListener(touch, wake, { capture: true, passive: true })
  return 'later'
}

/** Replaces the runtime of this page; for tests. */
export const replacePhone = (other: Phone): void => {
  made = other
  begun = Promise.resolve(other)
  arrivals.set(other)
}
