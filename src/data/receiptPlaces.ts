import type { Data } from '#contract/calls/call.ts'
import type { list } from '#contract/calls/receiptplace.ts'
import { createSharedHook } from './shared.ts'

export type { ReceiptPlace } from '#contract/calls/receiptplace.ts'

/** Returns the exchange desks and kiosks where card passes are collected, the main ones first. */
export const useReceiptPlaces = createSharedHook<Data<typeof list>>(({ reads, locale }) =>
  reads.receiptPlaces(locale()),
)
