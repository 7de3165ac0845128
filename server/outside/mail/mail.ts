import type { Locale } from '#contract/locales.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { LetterId } from './letters.ts'

/** How long a letter about an event is worth sending after it, ms: its reader still needs it days later. */
export const MAIL_WORTH_MS = 7 * DAY_MS

/** A letter to one person, in that person's language. */
export interface Letter {
  to: string
  locale: Locale
  id: LetterId
  values: Record<string, string>
  /** A key sends one mail. */
  key: string
  /** Expiry: the mail is not sent after this instant, ms UTC. */
  until: number
}

/** The mail queue: a table that holds mails until they are sent. */
export interface Mail {
  /** Queues a letter in the transaction of its cause. */
  send: (letter: Letter, tx: Tx) => Promise<void>
  /** Deletes the mails to an address that are not sent yet, in the transaction that erases its member. */
  withdraw: (to: string, tx: Tx) => Promise<void>
  /** Sends due mails in the background; call it after the commit. */
  wake: () => void
  /** Sends due mails; resolves when each was attempted. A failed one is retried later. */
  deliver: () => Promise<void>
  /** Resolves when no mail is being sent; no mail is sent afterwards. */
  close: () => Promise<void>
}
