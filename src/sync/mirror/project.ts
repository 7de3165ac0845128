import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import type { Favourite, PushSettings } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'
import { collectWishes } from './collectWishes.ts'
import type { QueuedInquiry, Waiting } from './wishes.ts'

export interface ProjectedFavourites {
  /** Newest first. */
  list: Favourite[]
  waiting: ReadonlyMap<string, Waiting>
}

/** Projects the wished favourites over the server's (M1). Pure. */
export const projectFavourites = (
  mirror: readonly Favourite[],
  outbox: readonly OutboxRow[],
  wall: number,
): ProjectedFavourites => {
  const mirrored = new Map(mirror.map((favourite) => [favourite.gdsUid, favourite]))
  const { list, waiting } = collectWishes('favourites', { list: mirrored, waiting: new Map() }, outbox, wall)
  return { list: [...list.values()].toSorted((a, b) => b.at - a.at), waiting }
}

/** Projects queued inquiries among the server's, each id once (M4). Newest first. Pure. */
export const projectInquiries = (
  mirror: readonly Inquiry[],
  outbox: readonly OutboxRow[],
  wall: number,
): (Inquiry | QueuedInquiry)[] => {
  const mirrored = new Set(mirror.map(({ id }) => id))
  const queued = collectWishes('inquiries', [], outbox, wall).filter(({ id }) => !mirrored.has(id))
  return [...queued, ...mirror].toSorted((a, b) => b.writtenAt - a.writtenAt)
}

/** Projects queued read marks over the news feed (M1). Newest first. Pure. */
export const projectNews = (mirror: readonly NewsItem[], outbox: readonly OutboxRow[]): NewsItem[] => {
  const read = collectWishes('newsfeed', new Set(), outbox, 0)
  return mirror
    .map((item) => (read.has(item.newsUid) ? { ...item, readYn: 'Y' as const } : item))
    .toSorted((a, b) => b.at - a.at)
}

export interface ProjectedSettings {
  on: boolean | null
  publicKey: string | null
  waiting: Waiting | null
}

/** Projects the member's last wish for the push switch over the server's setting. `on` is null while unknown. Pure. */
export const projectSettings = (
  mirror: PushSettings | undefined,
  outbox: readonly OutboxRow[],
  wall: number,
): ProjectedSettings => {
  const mirroredOn = mirror === undefined ? null : mirror.pushYn === 'Y'
  const { last } = collectWishes('settings', { last: null }, outbox, wall)
  return {
    on: last && last.waiting !== 'refused' ? last.on : mirroredOn,
    publicKey: mirror?.publicKey ?? null,
    waiting: last?.waiting ?? null,
  }
}
