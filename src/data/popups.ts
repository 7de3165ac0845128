import type { Data } from '#contract/calls/call.ts'
import type { popup } from '#contract/calls/main.ts'
import { createSharedHook } from './shared.ts'

export type Popup = Data<typeof popup>[number]

/** Returns the popups of the Korean day of the answer, notices first. A stored answer may be of an earlier day. */
export const usePopups = createSharedHook<Popup[]>(({ reads, locale }) => reads.popups(locale()))
