import type { Locale } from '#contract/locales.ts'
import { createThreads } from '#server/threads.ts'
import type { Receipt } from './receiptPage.ts'
import { writeReceipt } from './receiptText.ts'

/** About two seconds of waiting. Library and fonts take some 55 MB while the thread lives. */
const WAITING_MAX = 64
const work = createThreads<Receipt, Uint8Array>({
  file: new URL('./receiptThread.ts', import.meta.url),
  most: 1,
  waitingMost: WAITING_MAX,
})

/** Returns the file name of the receipt of an order. */
export const receiptFileName = (orderNumber: string): string => `harbor-pass-${orderNumber}.pdf`

/**
 * Renders the receipt with these `receiptValues` as a tagged PDF, in a thread. The same arguments give the same bytes.
 * `at`: instant of the file's creation, ms UTC. Throws `E_BUSY`.
 */
export const renderReceipt = async (locale: Locale, values: Record<string, string>, at: number): Promise<Buffer> =>
  Buffer.from(await work(writeReceipt(locale, values, at)))
