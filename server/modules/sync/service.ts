import { createHash } from 'node:crypto'
import { SYNC_PARTS, type SyncPart } from '#contract/calls/sync.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { catalogueVersion } from '#server/modules/catalogue/service.ts'
import { marksOf } from './store.ts'

/**
 * Finds what changed since a cursor. A cursor is the list of short digests of each part's rows, so there is no counter
 * that a write could forget to raise, or that two writes would contend for.
 */

/** Raise it when digests are computed in another way. */
const VERSION = '1'
const MARK_CHARS = 10

/** These parts also depend on the day: states, days left, certificates that are due for renewal. */
const BY_DAY: ReadonlySet<SyncPart> = new Set<SyncPart>(['passes', 'coupons', 'purchases', 'reservations'])
/** The profile contains the counts of these parts. */
const COUNTED = ['passes', 'favourites', 'inquiries'] as const

const short = (...parts: string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, MARK_CHARS)

/** Returns the current digests, in the order of `SYNC_PARTS`. */
const readMarks = async ({ db, clock }: Deps, memberId: string): Promise<string[]> => {
  const rows = await marksOf(db, memberId)
  const notices = await catalogueVersion(db)
  const day = String(Math.floor((clock() + KST_OFFSET_MS) / DAY_MS))
  const counted = COUNTED.map((part) => rows[part])
  return SYNC_PARTS.map((part) => {
    if (part === 'notices') return short(notices)
    if (part === 'profile') return short(rows.profile, ...counted)
    return short(rows[part], BY_DAY.has(part) ? day : '')
  })
}

/**
 * Returns the parts that changed since `cursor`, and the current cursor. A cursor of another version reports all parts.
 */
export const changesSince = async (deps: Deps, memberId: string, cursor: string | undefined) => {
  const marks = await readMarks(deps, memberId)
  const [version, ...before] = (cursor ?? '').split('.')
  const isKnown = version === VERSION && before.length === marks.length
  return {
    cursor: [VERSION, ...marks].join('.'),
    changed: SYNC_PARTS.filter((_, nth) => !isKnown || before[nth] !== marks[nth]),
  }
}
