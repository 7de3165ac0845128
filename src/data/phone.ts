import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { REFRESH_COOKIE } from '#contract/limits.ts'
import { EPOCH_KEY } from '#contract/shells.ts'
import { createCell } from '#sync/cell.ts'
import type { Phone } from '#sync/phone.ts'
import { breath } from './breath.ts'

/**
 * This page's phone: storage, session, mirror, outbox. A first visit shows the city without it, since nothing is kept yet:
 * it is fetched when a screen needs it, at the first touch, or when the page is idle.
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
export const locale = (): Locale => settings.locale()

const begin = async (): Promise<Phone> => {
  const { createPhone, browserPlatform } = await import('#sync/page.ts')
  // What came has just been run.
  await breath()
  const phone = createPhone({ platform: browserPlatform(), locale, idle: () => settings.idle() })
  made = phone
  arrivals.set(phone)
  await phone.start()
  return phone
}

/** The phone as far as it is there; null on a first visit that needs none yet. Its storage may still be opening. */
export const phone = (): Phone | null => made

/** The phone, once its storage is open and its session known. Fetches it when it is not there. */
export const started = (): Promise<Phone> => {
  begun ??= begin().catch((error: unknown) => {
    // The part could not be fetched: the next one who needs it tries again.
    if (!made) begun = null
    throw error
  })
  return begun
}

/** Fetches the phone where it is not there yet. When it cannot be fetched, whoever needs it next tries again and says so. */
export const fetchPhone = (): void => void started().catch(() => undefined)

/** Follows the phone: now, or when it has come. What `follow` answers is called at the end. Does not fetch it. */
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

/** Is there anything of ours on this phone? Where the browser does not say, there may be. */
const holds = (): boolean => {
  try {
    return localStorage.getItem(EPOCH_KEY) !== null || document.cookie.includes(`${REFRESH_COOKIE}=`)
  } catch {
    return true
  }
}

const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Fetches the phone at once where something is kept or the first screen needs it (`needed`), else at the first touch.
 * `main.tsx` fetches it at the next navigation and when the page is idle. Answers whether something is kept.
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

/** Another phone in place of this page's: a test has several. */
export const replacePhone = (other: Phone): void => {
  made = other
  begun = Promise.resolve(other)
  arrivals.set(other)
}
