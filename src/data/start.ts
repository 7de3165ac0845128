import type { Locale } from '#contract/locales.ts'

export interface Composed {
  /** The language that calls are made in. */
  locale: () => Locale
  /** Called when it changes; answers how to stop listening. */
  onLocale: (listener: () => void) => () => void
}

/** Opens this phone's storage and starts the outbox, once, from `main.tsx`. Screens may render before it has ended. */
export const startData = (_composed: Composed): void => {}

/**
 * Ends once the first screen can be drawn whole from this phone: session, passes and the catalogue of the language have
 * been read (a catalogue that is not here yet: fetched, failed, or 3 s gone). `main.tsx` mounts then, over the shell,
 * so every hook must answer these values in the very first render: nothing may flicker or move.
 */
export const dataReady = async (): Promise<void> => {}
