import type { Gift } from '#contract/calls/gift.ts'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import type { GiftEnd } from '#contract/rules/gift.ts'
import type { TestClock } from '../harness/clock.ts'
import type { Handler } from '../harness/network.ts'
import type { Tab } from '../harness/tabs.ts'
import { createPeer, GONE } from './peer.ts'
import { person } from './setup.ts'

/** The other end of the line, as the model sees it: the small server in memory, or the real one. */
export const MEMBERS = ['anna', 'bob'] as const
export type Who = (typeof MEMBERS)[number]

export interface Side {
  handler: Handler
  /** Attractions; of the last one the server knows nothing. */
  places: readonly string[]
  idOf: (who: Who) => string
  signIn: (tab: Tab, who: Who) => Promise<boolean>
  /** Whose access token a request brings. */
  holder: (authorization: string) => string | null
  /** Access tokens are over, the session is not. */
  expire: () => void
  favourites: (who: Who) => Promise<string[]>
  /** All that there are of this id. `author` null: a guest. */
  inquiries: (id: string) => Promise<{ author: string | null; content: string }[]>
  /** How many writes have had an effect, where that is counted. */
  effects: () => number | null
  /** Gifts and news: of the real server alone. */
  town: Town | null
}

export interface Town {
  email: (who: Who) => string
  gifts: (who: Who) => Promise<Gift[]>
  passes: (who: Who) => Promise<string[]>
  /** Which passes each had in the beginning. */
  had: ReadonlyMap<string, Who>
  news: (who: Who) => Promise<NewsItem[]>
  tell: (who: Who) => Promise<void>
  /** From another phone of the same member. */
  end: (who: Who, giftUid: string, end: GiftEnd) => Promise<void>
}

export const inMemory = async (clock: TestClock): Promise<Side> => {
  const peer = createPeer(clock.wall)
  return {
    handler: (request) => peer.handler(request),
    places: ['tower', 'temple', 'market', GONE],
    idOf: (who) => who,
    signIn: async (tab, who) => (await person(tab).signIn(who)).ok,
    holder: (authorization) => authorization.split('.')[1] ?? null,
    expire: () => peer.expire(),
    favourites: async (who) => peer.favourites(who),
    inquiries: async (wanted) =>
      peer.inquiries
        .filter(({ id }) => id === wanted)
        .map(({ id, content }) => ({ author: peer.authors.get(id) ?? null, content })),
    effects: () => peer.effects.length,
    town: null,
  }
}
