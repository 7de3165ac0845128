import type { Data } from '#contract/calls/call.ts'
import type { detail, faqList } from '#contract/calls/posts.ts'
import type { liveChat } from '#contract/calls/stickyArea.ts'
import { sharedFaq, sharedLiveChat, sharedNotice } from '#sync/mirror/sharedHelp.ts'
import { createSharedHook } from './shared.ts'
import { createSharedHookById } from './sharedById.ts'
export type { Faq } from '#contract/calls/posts.ts'

/** Returns the frequent questions with their answers, by category. */
export const useFaqs = createSharedHook<Data<typeof faqList>>(({ locale }) => sharedFaq(locale()))

/** Returns one notice, for one that is not in the list of the newest. */
export const useNotice = createSharedHookById<string, Data<typeof detail>>(({ locale }, id) =>
  sharedNotice(locale(), id),
)

/** Returns the hours and the channel of the live chat. */
export const useLiveChat = createSharedHook<Data<typeof liveChat>>(({ locale }) => sharedLiveChat(locale()))
