import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { sync, type SyncPart } from '#contract/calls/sync.ts'
import type { Locale } from '#contract/locales.ts'
import type { MemberDb } from '#db/member.ts'
import type { Home } from '../outbox/home.ts'
import { MIRROR_PARTS, type MirrorPart } from './parts.ts'
import { stampOf } from './stamps.ts'

/** What of the mirror shows a part of the server's. Notices are everybody's and lie with the device. */
const SHOWN: Record<SyncPart, readonly MirrorPart[]> = {
  passes: ['passes', 'history', 'cards'],
  favourites: ['favourites'],
  inquiries: ['inquiries'],
  coupons: ['coupons'],
  points: [],
  gifts: ['gifts'],
  purchases: ['purchases', 'cards'],
  reservations: ['reservations'],
  notices: [],
  newsfeed: ['newsfeed'],
  profile: ['profile'],
  settings: ['settings'],
}

/** The server tells these in the language of the call. */
const IN_WORDS: ReadonlySet<MirrorPart> = new Set<MirrorPart>([
  'passes',
  'history',
  'newsfeed',
  'reservations',
  'cards',
  'coupons',
  'purchases',
])

export interface Changes {
  cursor: string
  /** To be fetched. */
  changed: MirrorPart[]
  /** As they were told before. */
  same: MirrorPart[]
}

/**
 * Asks what has changed since the last whole look. What was never told, is in doubt, or was told in
 * another language, has.
 */
export const askChanges = async (home: Home<MemberDb>, api: Api, locale: Locale): Promise<Answer<Changes>> => {
  const kept = await home.db.read('cursor')
  const query = kept === undefined ? {} : { cursor: kept.cursor }
  const answer = await api.call(sync, { query }, { owner: home.owner })
  if (!answer.ok) return answer
  const { cursor } = answer.data
  // A server that is newer than this phone may name parts that it does not know.
  const said = new Set(answer.data.changed.flatMap((part) => SHOWN[part] ?? []))
  const sure = new Set<string>()
  for (const part of MIRROR_PARTS) {
    const { at, doubt } = await stampOf(home.db.stamps, part)
    if (at !== null && !doubt) sure.add(part)
  }
  const isChanged = (part: MirrorPart) =>
    said.has(part) || !sure.has(part) || (kept?.locale !== locale && IN_WORDS.has(part))
  return {
    ok: true,
    data: {
      cursor,
      changed: MIRROR_PARTS.filter(isChanged),
      same: MIRROR_PARTS.filter((part) => !isChanged(part)),
    },
  }
}

/** These are as they were: what is shown of them is as old as this answer. */
export const renew = (home: Home<MemberDb>, parts: readonly MirrorPart[], at: number): Promise<void> =>
  home.transaction(async ({ stamps }) => {
    for (const part of parts) {
      const stamp = await stampOf(stamps, part)
      if (stamp.at !== null) await stamps.put({ ...stamp, at })
    }
  })

/** All that had changed is here: the next look begins there. */
export const keepCursor = (home: Home<MemberDb>, cursor: string, locale: Locale): Promise<void> =>
  home.transaction((db) => db.keep('cursor', { cursor, locale }))
