import type { Gift } from '#contract/calls/gift.ts'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import type { ChosenEnd } from '#contract/rules/gift.ts'
import type { TestClock } from '../harness/clock.ts'
import type { Handler } from '../harness/network.ts'
import type { Tab } from '../harness/tabs.ts'
import { createPeer, UNKNOWN_PLACE } from './peer.ts'
import { person } from './setup.ts'

/** The server as the model sees it: the in-memory one or the real one. */
export const MEMBERS = ['anna', 'bob'] as const
export type Who = (typeof MEMBERS)[number]

export interface ServerSide {
  handler: Handler
  /** Attractions; the server does not know the last one. */
  places: readonly string[]
  idOf: (who: Who) => string
  signIn: (tab: Tab, who: Who) => Promise<boolean>
  /** Returns the member whose access token a request carries. */
  holder: (authorization: string) => string | null
  /** Expires the access tokens, but not the session. */
  expire: () => void
  favourites: (who: Who) => Promise<string[]>
  /** Returns all inquiries with this id; `author` is null for a guest. */
  inquiries: (id: string) => Promise<{ author: string | null; content: string }[]>
  /** Returns the number of writes with an effect, or null where they are not counted. */
  effects: () => number | null
  /** Gifts and news, which only the real server has. */
  giftServer: GiftServer | null
}

export interface GiftServer {
  email: (who: Who) => string
  gifts: (who: Who) => Promise<Gift[]>
  passes: (who: Who) => Promise<string[]>
  /** The first owner of each pass. */
  had: ReadonlyMap<string, Who>
  news: (who: Who) => Promise<NewsItem[]>
  tell: (who: Who) => Promise<void>
  /** Ends a gift from another phone of the same member. */
  end: (who: Who, giftUid: string, end: ChosenEnd) => Promise<void>
}

/** Returns the in-memory server as a `ServerSide`. */
export const createMemorySide = async (clock: TestClock): Promise<ServerSide> => {
  const peer = createPeer(clock.wall)
  return {
    handler: (request) => peer.handler(request),
    places: ['tower', 'temple', 'market', UNKNOWN_PLACE],
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
    giftServer: null,
  }
}
