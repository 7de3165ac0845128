import type { Data } from '#contract/calls/call.ts'
import type { popup } from '#contract/calls/main.ts'
import { createSharedHook } from './shared.ts'

export type Popup = Data<typeof popup>[number]

/** Returns the popups of today by the Korean date, notices first. */
export const usePopups = createSharedHook<Popup[]>(({ reads, locale }) => reads.popups(locale()))
