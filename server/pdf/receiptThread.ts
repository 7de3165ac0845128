/** Runs in a worker thread: drawing takes some 20 ms of processor time, and the first drawing ten times as much. */
import { drawReceipt, type Receipt } from './receiptPage.ts'

/** Runs one task of the pool: resolves to the bytes of a receipt. */
export const work = (receipt: Receipt): Promise<Uint8Array> => drawReceipt(receipt)
