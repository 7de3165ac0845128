import type { Locale } from '#contract/locales.ts'

export interface Composed {
  /** The language that calls are made in. */
  locale: () => Locale
  /** Called when it changes; answers how to stop listening. */
  onLocale: (listener: () => void) => () => void
}

/** Opens this phone's storage and starts the outbox, once, from `main.tsx`. Screens may render before it has ended. */
export const startData = (_composed: Composed): void => {}
