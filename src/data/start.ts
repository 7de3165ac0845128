import type { Locale } from '#contract/locales.ts'
import { catalogueReady } from './catalogue.ts'
import { passesReady } from './myPass.ts'
import { languageChanges, startPhone, started } from './phone.ts'
/** The worker says that the network may be back: call it when it sends its nudge. */
export { nudge } from '#sync/platform.ts'

export interface Composed {
  /** The language that calls are made in. */
  locale: () => Locale
  /** Called when it changes; answers how to stop listening. */
  onLocale: (listener: () => void) => () => void
  /** Resolves when the page has nothing better to do: what is only needed later waits for it. */
  idle?: () => Promise<void>
}

/** Opens this phone's storage and starts the outbox, once, from `main.tsx`. Screens may render before it has ended. */
export const startData = ({ locale, onLocale, idle = () => Promise.resolve() }: Composed): void => {
  onLocale(() => languageChanges.set(languageChanges.get() + 1))
  void startPhone({ locale, idle })
}

const READY_MS = 3_000

/**
 * Ends once the first screen can be drawn whole: who is here and their passes, read from this phone; with `city`, the
 * catalogue too. At most 3 s: a server that does not answer keeps no screen back.
 */
export const dataReady = async ({ city }: { city: boolean }): Promise<void> => {
  const late = new Promise((resolve) => setTimeout(resolve, READY_MS))
  const whole = started().then(() => Promise.all([passesReady(), city ? catalogueReady() : undefined]))
  await Promise.race([whole, late])
}
