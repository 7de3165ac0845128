import type { PassType } from '#contract/codes.ts'
import type { Favourite } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'

/** State of an action: waiting (`saved`), with its request under way (`sending`), or `refused` (M3). */
export type Waiting = 'saved' | 'sending' | 'refused'

export interface QueuedInquiry {
  id: string
  email: string
  content: string
  writtenAt: number
  state: 'queued'
  waiting: Waiting
  /** Why it waits for the person's decision in the outbox (O37, O38); null when it does not. */
  asks: OutboxRow['asks']
}

/** A queued answer to a gift, or its cancellation, and its state. */
export interface GiftWish {
  /** Id of the action, to discard it or send it. */
  id: string
  to: 'accepted' | 'declined' | 'cancelled'
  waiting: Waiting
  /** The server's code, when refused. */
  code: string | null
  /** Why it waits for the person's decision in the outbox (O37, O38); null when it does not. */
  asks: OutboxRow['asks']
}

/** A gift whose sending waits in the outbox. */
export interface QueuedGift {
  /** Id of the action. */
  id: string
  state: 'queued'
  type: 'sent'
  passUid: string
  passType: PassType | null
  recipient: { id: string }
  message: string
  sentAt: number
  waiting: Waiting
  code: string | null
  /** Why it waits for the person's decision in the outbox (O37, O38); null when it does not. */
  asks: OutboxRow['asks']
  /** After this time it asks before it is sent, ms, server-corrected; null once the person has decided (O38). */
  asksAt: number | null
  /** The cancellation that waits behind it: an earlier attempt may have arrived (O8). */
  wish: GiftWish | null
}

/**
 * What the queued actions wish of each part of the mirror. Each command adds its own wish (`project` in
 * `outbox/command.ts`), and the projection of the part puts them over the server's rows.
 */
export interface Wishes {
  /** `list` begins with the server's favourites. */
  favourites: { list: Map<string, Favourite>; waiting: Map<string, Waiting> }
  gifts: {
    queued: Omit<QueuedGift, 'passType' | 'wish'>[]
    byGift: Map<string, GiftWish>
    /** Cancellations of gifts that were queued themselves. */
    byPass: Map<string, GiftWish>
  }
  inquiries: QueuedInquiry[]
  /** Ids of entries that were read. */
  newsfeed: Set<string>
  /** Names of passes, by pass. */
  passes: Map<string, { name: string | null; waiting: Waiting }>
  /** The last wish for the push switch. */
  settings: { last: { on: boolean; waiting: Waiting } | null }
}

/** A part of the mirror that actions can change. */
export type WishedPart = keyof Wishes
