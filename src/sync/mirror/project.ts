import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Favourite, PushSettings } from '#db/member.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { FavouriteSet } from '../outbox/commands/favouriteSet.ts'
import type { InquiryWrite } from '../outbox/commands/inquiryWrite.ts'
import type { NewsRead } from '../outbox/commands/newsRead.ts'
import type { PushToggle } from '../outbox/commands/pushToggle.ts'

/** State of an action: waiting (`saved`), with its request under way (`sending`), or `refused` (M3). */
export type Waiting = 'saved' | 'sending' | 'refused'

/** Returns the state of an action. `sending` ends with the request's timeout, even after a crash (M3). */
export const waitingOf = (row: OutboxRow, wall: number): Waiting => {
  if (row.refused !== null) return 'refused'
  const age = row.triedAt === null ? REQUEST_TIMEOUT_MS : wall - row.triedAt
  return age >= 0 && age < REQUEST_TIMEOUT_MS ? 'sending' : 'saved'
}

export interface ProjectedFavourites {
  /** Newest first. */
  list: Favourite[]
  waiting: ReadonlyMap<string, Waiting>
}

/** Projects the wished favourites over the server's. A refused action changes only `waiting` (M1, M2). Pure. */
export const projectFavourites = (
  mirror: readonly Favourite[],
  outbox: readonly OutboxRow[],
  wall: number,
): ProjectedFavourites => {
  const wished = new Map(mirror.map((favourite) => [favourite.gdsUid, favourite]))
  const waiting = new Map<string, Waiting>()
  for (const row of outbox) {
    if (row.command !== 'favourite.set') continue
    const { gdsUid, on } = row.args as FavouriteSet
    waiting.set(gdsUid, waitingOf(row, wall))
    if (row.refused !== null) continue
    if (!on) wished.delete(gdsUid)
    else if (!wished.has(gdsUid)) wished.set(gdsUid, { gdsUid, at: row.writtenAt })
  }
  return { list: [...wished.values()].toSorted((a, b) => b.at - a.at), waiting }
}

export interface QueuedInquiry {
  id: string
  email: string
  content: string
  writtenAt: number
  state: 'queued'
  waiting: Waiting
}

/** Projects queued inquiries among the server's, each id once (M4). Newest first. Pure. */
export const projectInquiries = (
  mirror: readonly Inquiry[],
  outbox: readonly OutboxRow[],
  wall: number,
): (Inquiry | QueuedInquiry)[] => {
  const known = new Set(mirror.map(({ id }) => id))
  const queued = outbox.flatMap((row): QueuedInquiry[] => {
    if (row.command !== 'inquiry.write') return []
    const { id, email, content } = row.args as InquiryWrite
    if (known.has(id)) return []
    return [{ id, email, content, writtenAt: row.writtenAt, state: 'queued', waiting: waitingOf(row, wall) }]
  })
  return [...queued, ...mirror].toSorted((a, b) => b.writtenAt - a.writtenAt)
}

/** Projects queued read marks over the news feed. A refused one marks nothing (M2). Newest first. Pure. */
export const projectNews = (mirror: readonly NewsItem[], outbox: readonly OutboxRow[]): NewsItem[] => {
  const read = new Set(
    outbox.flatMap(({ command, args, refused }) =>
      command === 'news.read' && refused === null ? (args as NewsRead).newsUids : [],
    ),
  )
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
  const last = outbox.findLast(({ command }) => command === 'push.toggle')
  return {
    on: last && last.refused === null ? (last.args as PushToggle).on : mirroredOn,
    publicKey: mirror?.publicKey ?? null,
    waiting: last ? waitingOf(last, wall) : null,
  }
}
