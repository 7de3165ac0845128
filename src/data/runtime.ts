import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { REFRESH_COOKIE } from '#contract/limits.ts'
import { EPOCH_KEY } from '#contract/shells.ts'
import { createCell } from '#sync/cell.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { yieldToMain } from './yieldToMain.ts'

/**
 * The runtime of this page: storage, session, mirror, outbox. A first visit has nothing stored and renders without it.
 * It is loaded when a screen needs it, or with everything that is deferred (`deferred.ts`).
 */
let loadedRuntime: ClientRuntime | null = null
let loading: Promise<ClientRuntime> | null = null
const runtimeCell = createCell<ClientRuntime | null>(null)

let settings: { locale: () => Locale; idle: () => Promise<void> } = {
  locale: () => DEFAULT_LOCALE,
  idle: () => Promise.resolve(),
}
/** A counter that rises when the language changes. */
export const languageChanges = createCell(0)
/** Returns the current language. */
export const locale = (): Locale => settings.locale()

const begin = async (): Promise<ClientRuntime> => {
  const { createRuntime, browserPlatform } = await import('#sync/lazyEntry.ts')
  // Evaluating the chunk was one long task: yield before the next.
  await yieldToMain()
  const runtime = createRuntime({ platform: browserPlatform(), locale, idle: () => settings.idle() })
  loadedRuntime = runtime
  runtimeCell.set(runtime)
  await runtime.start()
  return runtime
}

/** Returns the runtime, or null while it is not loaded. Its storage may still be opening. */
export const runtime = (): ClientRuntime | null => loadedRuntime

/** Loads the runtime if needed; resolves once storage is open and the session known. Rejects when it cannot load. */
export const loadRuntime = (): Promise<ClientRuntime> => {
  loading ??= begin().catch((error: unknown) => {
    // The chunk could not be loaded: the next call tries again.
    if (!loadedRuntime) loading = null
    throw error
  })
  return loading
}

/**
 * Calls `onLoaded` with the runtime, now or once it is loaded; does not load it. Returns a function that unsubscribes,
 * and calls what `onLoaded` has returned.
 */
export const onRuntime = (onLoaded: (runtime: ClientRuntime) => (() => void) | void): (() => void) => {
  let end: (() => void) | void
  const attach = () => {
    if (!loadedRuntime) return
    end?.()
    end = onLoaded(loadedRuntime)
  }
  const unsubscribe = runtimeCell.subscribe(attach)
  attach()
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

/**
 * Loads the runtime at once if this phone stores data or the first screen needs it (`needed`). Returns `loading` if
 * this phone stores data, else `deferred`, also when `needed`.
 */
export const startRuntime = (composed: typeof settings, needed: boolean): 'loading' | 'deferred' => {
  settings = composed
  const isStored = holds()
  // A failure is reported by the next `loadRuntime`, which tries again.
  if (isStored || needed) loadRuntime().catch(() => undefined)
  return isStored ? 'loading' : 'deferred'
}

/** Replaces the runtime of this page; for tests. */
export const replaceRuntime = (replacement: ClientRuntime): void => {
  loadedRuntime = replacement
  loading = Promise.resolve(replacement)
  runtimeCell.set(replacement)
}
