import type { Data } from '#contract/calls/call.ts'
import type { list } from '#contract/calls/posts.ts'
import { createSharedHook } from './shared.ts'
export type { Notice } from '#contract/calls/posts.ts'

/** Returns the notices, pinned ones first, then the newest; with their full text. */
export const useNotices = createSharedHook<Data<typeof list>>(({ reads, locale }) => reads.notices(locale()))
