import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { LetterId } from './letters.ts'

/** A letter to one person, in that person's language. */
export interface Letter {
  to: string
  locale: Locale
  id: LetterId
  values: Record<string, string>
  /** One key, one mail. */
  key: string
  /** Not worth sending after this instant, ms. */
  until: number
}

/** Mail waits in a table until it was handed over. */
export interface Mail {
  /** Puts a letter among the waiting, in the transaction of its cause. */
  send: (letter: Letter, tx: Tx) => Promise<void>
  /** Hands over in the background what is due: called after the commit. */
  wake: () => void
  /** Hands over what is due, and resolves when it was tried. A failure waits for a later turn. */
  deliver: () => Promise<void>
  /** Resolves when nothing is under way; nothing is handed over afterwards. */
  close: () => Promise<void>
}
