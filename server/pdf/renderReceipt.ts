import { Piscina } from 'piscina'
import type { Locale } from '#contract/locales.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Receipt } from './receiptPage.ts'
import { writeReceipt } from './receiptText.ts'

/** Beyond this queue length receipts fail with `E_BUSY`: about two seconds of waiting. */
const WAITING_MAX = 64
/** As for password hashes: requests take precedence (`server/modules/session/passwordHash.ts`). */
const NICE = 10
const IDLE_MS = 60_000
/** One thread, started by the first receipt and ended a minute after the last: library and fonts take some 55 MB. */
const thread = new Piscina<Receipt, Uint8Array>({
  filename: new URL('./receiptThread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  maxQueue: WAITING_MAX,
  idleTimeout: IDLE_MS,
  niceIncrement: NICE,
})

/** Piscina's error for a full queue has no code. */
const isQueueFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit'

/** Returns the file name of the receipt of an order. */
export const receiptFileName = (orderNumber: string): string => `harbor-pass-${orderNumber}.pdf`

/**
 * Renders the receipt with these `receiptValues` as a tagged PDF, in a thread. The same arguments give the same bytes.
 * `at`: instant of the file's creation, ms UTC. Throws `E_BUSY`.
 */
export const renderReceipt = async (locale: Locale, values: Record<string, string>, at: number): Promise<Buffer> => {
  try {
    return Buffer.from(await thread.run(writeReceipt(locale, values, at), { name: 'work' }))
  } catch (error) {
    if (isQueueFull(error)) throw new Refusal('E_BUSY', { retryAfter: 1 })
    throw error
  }
}
