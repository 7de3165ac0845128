import type { Locale } from '#contract/locales.ts'
import { catalogueAsked, catalogueReady } from './catalogue.ts'
import { languageChanges, startPhone, started } from './phone.ts'
/** The worker says that the network may be back: call it when it sends its nudge. */
export { nudge } from '#sync/nudge.ts'

export interface Composed {
  /** The language that calls are made in. */
  locale: () => Locale
  /** Called when it changes; answers how to stop listening. */
  onLocale: (listener: () => void) => () => void
  /** Resolves when the page has nothing better to do: what is only needed later waits for it. */
  idle?: () => Promise<void>
  /** The first screen needs this phone even on a first visit. */
  needed?: boolean
}

/**
 * Starts this phone's storage and outbox, once, from `main.tsx`; on a first visit later. Screens may render before it has
 * ended. Answers which.
 */
export const startData = ({
  locale,
  onLocale,
  idle = () => Promise.resolve(),
  needed = false,
}: Composed): 'now' | 'later' => {
  onLocale(() => languageChanges.set(languageChanges.get() + 1))
  return startPhone({ locale, idle }, needed)
}

const READY_MS = 3_000

/**
 * Ends once the first screen can be drawn whole: who is here and their passes, read from this phone; with `city`, the
 * catalogue too. At most 3 s: a server that does not answer keeps no screen back.
 */
export const dataReady = async ({ city, phone }: { city: boolean; phone: 'now' | 'later' }): Promise<void> => {
  // Not `inTime`: that comes with the phone, which a first visit does without.
  const late = new Promise((resolve) => setTimeout(resolve, READY_MS))
  const kept = () =>
    started().then(async () => {
      const { passesReady } = await import('./myPass.ts')
      await Promise.all([passesReady(), city ? catalogueReady() : undefined])
    })
  const first = async () => {
    // Without an answer the phone is needed: it asks again, and says that nothing is heard.
    if (city && !(await catalogueAsked())) await kept()
  }
  await Promise.race([phone === 'now' ? kept() : first(), late])
}
