/** Runs in a worker thread: drawing takes some 20 ms of processor time, and the first drawing ten times as much. */
import { drawReceipt, type Receipt } from './receiptPage.ts'

/** Returns the bytes of a receipt. */
export const work = (receipt: Receipt): Promise<Uint8Array> => drawReceipt(receipt)
