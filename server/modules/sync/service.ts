import { createHash } from 'node:crypto'
import { SYNC_PARTS, type PartChange, type SyncPart } from '#contract/calls/sync.ts'
import { cursorOf, marksOf } from '#contract/rules/cursor.ts'
import { koreanDayNumber } from '#contract/rules/koreanCalendar.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { catalogueVersion } from '#server/modules/catalogue/service.ts'
import { revokedPassKeys } from '#server/modules/key/service.ts'
import { digestOfWholePart, digestsOf, digestsOfPart, type Rows } from './store.ts'

/**
 * Finds what changed since a cursor. A cursor is the list of short digests of each part's rows, so there is no counter
 * that a write could forget to raise, or that two writes would contend for.
 */

const MARK_CHARS = 10

/** These parts also depend on the day: states, days left, points that expire, certificates due for renewal. */
const BY_DAY: ReadonlySet<SyncPart> = new Set<SyncPart>(['passes', 'coupons', 'points', 'purchases', 'reservations'])
/** These parts contain certificates: a phone whose certificate was signed with a revoked key fetches another one. */
const CERTIFIED: ReadonlySet<SyncPart> = new Set<SyncPart>(['passes', 'reservations'])
/** The profile contains the counts of these parts. */
const COUNTED = ['passes', 'favourites', 'inquiries'] as const

const short = (...texts: string[]): string =>
  createHash('sha256').update(texts.join(' ')).digest('base64url').slice(0, MARK_CHARS)

/** What marks depend on besides rows: the day in Korea, and the keys that were revoked. */
interface Circumstances {
  day: string
  revoked: string
}
const circumstancesOf = ({ clock, keys }: Pick<Deps, 'clock' | 'keys'>): Circumstances => {
  const now = clock()
  return { day: String(koreanDayNumber(now)), revoked: revokedPassKeys(keys, now) }
}

/** Returns the mark of a part by the digest of its rows. */
const markOf = (syncPart: SyncPart, digest: string, { day, revoked }: Circumstances): string =>
  short(digest, `${BY_DAY.has(syncPart) ? day : ''}${CERTIFIED.has(syncPart) ? revoked : ''}`)

/** Returns the current marks. */
const readMarks = async (deps: Deps, memberId: string): Promise<Record<SyncPart, string>> => {
  const rows = await digestsOf(deps.db, memberId)
  const notices = await catalogueVersion(deps.db)
  const circumstances = circumstancesOf(deps)
  const counted = COUNTED.map((syncPart) => rows[syncPart])
  const markOfPart = (syncPart: SyncPart): string => {
    if (syncPart === 'notices') return short(notices)
    if (syncPart === 'profile') return short(rows.profile, ...counted)
    return markOf(syncPart, rows[syncPart], circumstances)
  }
  return Object.fromEntries(SYNC_PARTS.map((syncPart) => [syncPart, markOfPart(syncPart)])) as Record<SyncPart, string>
}

/**
 * Returns the parts whose mark differs from that in `cursor`, and the cursor of the present marks. Returns every part
 * without a cursor, or with one that `marksOf` cannot read, because its marks were computed in another way. With `only`
 * and a readable cursor, reads and compares that part alone, which phones ask every 1.5 s while they show a code (M27).
 */
export const changesSince = async (deps: Deps, memberId: string, cursor: string | undefined, only?: Rows['part']) => {
  const before = marksOf(cursor ?? '')
  if (only !== undefined && before) {
    const mark = markOf(only, await digestOfWholePart(deps.db, memberId, only), circumstancesOf(deps))
    return { cursor: cursorOf({ ...before, [only]: mark }), changed: before[only] === mark ? [] : [only] }
  }
  const marks = await readMarks(deps, memberId)
  return { cursor: cursorOf(marks), changed: SYNC_PARTS.filter((syncPart) => before?.[syncPart] !== marks[syncPart]) }
}

/**
 * Runs a write to the rows `keys` of a part, whose answer holds these rows whole, and adds to the answer how the part's
 * mark has changed (M26). Adds nothing if another transaction changed other rows of the part meanwhile: the mark after
 * the write would stand for rows that the answer does not hold. `keysOf` gives the keys where only the answer knows
 * them.
 */
export const withPartChange = async <T extends object>(
  deps: Pick<Deps, 'clock' | 'keys'>,
  tx: Tx,
  rows: Rows,
  effect: () => Promise<T>,
  keysOf: (answer: T) => readonly string[] = () => rows.keys,
): Promise<T & { change?: PartChange }> => {
  const before = await digestsOfPart(tx, rows)
  const answer = await effect()
  const after = await digestsOfPart(tx, { ...rows, keys: keysOf(answer) })
  if (before.others !== after.others) return answer
  const { part: syncPart } = rows
  const circumstances = circumstancesOf(deps)
  return {
    ...answer,
    change: {
      part: syncPart,
      before: markOf(syncPart, before.all, circumstances),
      after: markOf(syncPart, after.all, circumstances),
    },
  }
}
