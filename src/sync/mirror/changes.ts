import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { sync, type PartChange, type SyncPart } from '#contract/calls/sync.ts'
import type { Locale } from '#contract/locales.ts'
import { marksOf, movedCursor, withMarkOf } from '#contract/rules/cursor.ts'
import type { MemberDb } from '#db/member.ts'
import type { HomeDb } from '../outbox/command.ts'
import type { Home } from '../outbox/home.ts'
import { MIRROR_PARTS, type MirrorPart } from './mirrorParts.ts'
import { stampOf } from './stamps.ts'

/** Which parts of the mirror show each part of the server. Notices are a shared answer, in the device database. */
const MIRROR_PARTS_OF: Record<SyncPart, readonly MirrorPart[]> = {
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

/** Parts whose rows contain names in the language of the call (M23). */
const TRANSLATED_PARTS: ReadonlySet<MirrorPart> = new Set<MirrorPart>([
  'passes',
  'history',
  'newsfeed',
  'reservations',
  'cards',
  'coupons',
  'purchases',
])

/** The answer to a question for changes. */
export interface Changes {
  cursor: string
  /** Parts to fetch. */
  changed: MirrorPart[]
  /** Parts that are as the server last sent them. */
  unchanged: MirrorPart[]
}

/**
 * Asks the server which parts changed since the cursor (M20). Counts as changed, too: parts that were never fetched,
 * that are in doubt, or that contain names in another language (M23).
 */
export const askChanges = async (home: Home<MemberDb>, api: Api, locale: Locale): Promise<Answer<Changes>> => {
  const storedCursor = await home.db.read('cursor')
  const query = storedCursor === undefined ? {} : { cursor: storedCursor.cursor }
  const answer = await api.call(sync, { query }, { owner: home.owner })
  if (!answer.ok) return answer
  const { cursor } = answer.data
  // A newer server may name parts that this build does not know.
  const changedParts = new Set(answer.data.changed.flatMap((syncPart) => MIRROR_PARTS_OF[syncPart] ?? []))
  const sure = new Set<string>()
  for (const mirrorPart of MIRROR_PARTS) {
    const { at, doubt, locale: pulledIn = storedCursor?.locale } = await stampOf(home.db.stamps, mirrorPart)
    // A pull between two rounds may have been in another language than they.
    const isReadable = pulledIn === locale || !TRANSLATED_PARTS.has(mirrorPart)
    if (at !== null && !doubt && isReadable) sure.add(mirrorPart)
  }
  const isChanged = (mirrorPart: MirrorPart) => changedParts.has(mirrorPart) || !sure.has(mirrorPart)
  return {
    ok: true,
    data: {
      cursor,
      changed: MIRROR_PARTS.filter(isChanged),
      unchanged: MIRROR_PARTS.filter((mirrorPart) => !isChanged(mirrorPart)),
    },
  }
}

/** Gives unchanged parts the age of this round (M21); `at` in ms. No-op for parts that were never fetched. */
export const renew = (home: Home<MemberDb>, mirrorParts: readonly MirrorPart[], at: number): Promise<void> =>
  home.transaction(async ({ stamps }) => {
    for (const mirrorPart of mirrorParts) {
      const stamp = await stampOf(stamps, mirrorPart)
      if (stamp.at !== null) await stamps.put({ ...stamp, at })
    }
  })

/** Stores the cursor after a complete round, with its language: the next round asks from there (M22). */
export const storeCursor = (home: Home<MemberDb>, cursor: string, locale: Locale): Promise<void> =>
  home.transaction((db) => db.keep('cursor', { cursor, locale }))

/** The parts of the server that a phone asks about alone while it shows a code of them (M27, M32). */
export type CodePart = 'passes' | 'reservations'
/** Parts of the mirror that show such a part: the passes with their entries, or the reservations with their vouchers. */
export const CODE_PARTS: Readonly<Record<CodePart, readonly MirrorPart[]>> = MIRROR_PARTS_OF

/** The answer to a question for changes of one part alone. `cursor` is null where only a whole round can tell. */
export type CodePartChanges = { cursor: string; isChanged: boolean } | { cursor: null }

/**
 * Asks the server whether the part changed since the cursor, by one question that costs it few digests (M27). Asks
 * nothing without a readable cursor, or while the part is in doubt: then a whole round must come first.
 */
export const askPartChanges = async (
  home: Home<MemberDb>,
  api: Api,
  codePart: CodePart,
): Promise<Answer<CodePartChanges>> => {
  const stored = await home.db.read('cursor')
  const { at, doubt } = await stampOf(home.db.stamps, codePart)
  if (!stored || !marksOf(stored.cursor) || at === null || doubt) return { ok: true, data: { cursor: null } }
  const answer = await api.call(sync, { query: { cursor: stored.cursor, part: codePart } }, { owner: home.owner })
  if (!answer.ok) return answer
  const { cursor, changed } = answer.data
  return { ok: true, data: { cursor, isChanged: changed.includes(codePart) } }
}

/**
 * Moves the mark of the part in the stored cursor to that of `cursor`, after it was pulled (M27). The other marks stay,
 * because a whole round may have stored newer ones meanwhile.
 */
export const storePartMark = (home: Home<MemberDb>, cursor: string, codePart: CodePart): Promise<void> =>
  home.transaction(async (db) => {
    const stored = await db.read('cursor')
    const next = stored && withMarkOf(stored.cursor, cursor, codePart)
    if (next) await db.keep('cursor', { ...stored, cursor: next })
  })

/**
 * Follows a write of this phone whose answer was just applied to the mirror: moves the cursor to the part's state after
 * the write, and gives the part the age `at` (ms) (M26). Call it in the transaction of the answer. Returns false, and
 * changes nothing, when the part differed from the mirror before the write, or is in doubt; then a round must follow.
 */
export const followWrite = async (db: HomeDb, change: PartChange | undefined, at: number): Promise<boolean> => {
  if (!change || !('passes' in db)) return false
  const stored = await db.read('cursor')
  const cursor = stored && movedCursor(stored.cursor, change)
  const stamp = await stampOf(db.stamps, change.part)
  if (!cursor || stamp.at === null || stamp.doubt) return false
  await db.keep('cursor', { ...stored, cursor })
  await db.stamps.put({ ...stamp, at })
  return true
}
