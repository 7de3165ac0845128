import type { Locale } from '#contract/locales.ts'
import { fetchCatalogueOnFirstVisit, catalogueReady } from './catalogue.ts'
import { languageChanges, startRuntime, loadRuntime } from './runtime.ts'
/** To be called when the worker sends its nudge: the network may be back. */
export { nudge } from '#sync/nudge.ts'

export interface StartOptions {
  /** Returns the language of the calls. */
  locale: () => Locale
  /** Calls `listener` when the language changes; returns a function that removes it. */
  onLocale: (listener: () => void) => () => void
  /** Resolves when the main thread is idle; work that is not urgent awaits it. */
  idle?: () => Promise<void>
  /** The first screen needs the runtime, even on a first visit. */
  needed?: boolean
}

/**
 * Starts the runtime, once, from `main.tsx`. Returns `loading` if this phone stores data, else `deferred`. Does not
 * wait until it is loaded, so that screens may render before.
 */
export const startData = ({
  locale,
  onLocale,
  idle = () => Promise.resolve(),
  needed = false,
}: StartOptions): 'loading' | 'deferred' => {
  onLocale(() => languageChanges.set(languageChanges.get() + 1))
  return startRuntime({ locale, idle }, needed)
}

const READY_MS = 3_000

/**
 * Resolves once the first screen can be drawn completely: the session and its passes were read from this phone and,
 * with `city`, its gifts, and the catalogue is there or was asked for. `runtimeStart` is the result of `startData`. Resolves after 3 s
 * at the latest.
 */
export const dataReady = async ({
  city,
  runtimeStart,
}: {
  city: boolean
  runtimeStart: 'loading' | 'deferred'
}): Promise<void> => {
  // Not `withTimeout`: it is in the runtime's chunk, which a first visit does not load.
  const timeout = new Promise((resolve) => setTimeout(resolve, READY_MS))
  const storedDataReady = () =>
    loadRuntime().then(async () => {
      const { passesReady } = await import('./myPass.ts')
      // Home shows a gift that waits above all else but the pass.
      const giftsReady = async () => (await import('./gifts.ts')).useGifts.settled()
      await Promise.all([passesReady(), ...(city ? [catalogueReady(), giftsReady()] : [])])
    })
  const first = async () => {
    // Without an answer the runtime is needed: it asks again, and reports the failure.
    if (city && !(await fetchCatalogueOnFirstVisit())) await storedDataReady()
  }
  await Promise.race([runtimeStart === 'loading' ? storedDataReady() : first(), timeout])
}
