import type { Locale } from '#contract/locales.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { MemberDb } from '#db/member.ts'
import type { Gift } from '#contract/calls/gift.ts'
import { SESSION_END, type PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { Platform } from '../platform.ts'
import { projectFavourites, waitingOf, type ProjectedFavourites, type Waiting } from './project.ts'
import { projectPasses, type ShownPass } from './projectPasses.ts'
import { readShared, sharedCatalogue, sharedCountries, sharedNotices, sharedTerms, type Shared } from './shared.ts'

/** What every screen reads: here, so that it comes with the phone and not before. */
export interface Reads {
  /** Mirror and outbox of one moment. */
  favourites: (db: MemberDb) => Promise<ProjectedFavourites>
  /** Passes with what their member wishes of them. */
  passes: (rows: readonly PassRow[], gifts: readonly Gift[], outbox: readonly OutboxRow[]) => ShownPass[]
  /** What the member (or the guest) has to do with: a sign-out that is still to be told is not theirs to see. */
  own: (rows: readonly OutboxRow[]) => OutboxRow[]
  /** How an action stands now. */
  waiting: (row: OutboxRow) => Waiting
  shared: typeof readShared
  catalogue: (locale: Locale) => Shared
  countries: (locale: Locale) => Shared
  terms: (locale: Locale, code: TermsCode) => Shared
  notices: (locale: Locale) => Shared
}

export const createReads = ({ wall }: Platform): Reads => ({
  favourites: (db) =>
    db.transaction('r', [db.favourites, db.outbox], async () =>
      projectFavourites(await db.favourites.toArray(), await db.outbox.orderBy('seq').toArray(), wall()),
    ),
  passes: (rows, gifts, outbox) => projectPasses(rows, gifts, outbox, wall()),
  own: (rows) => rows.filter(({ command }) => command !== SESSION_END),
  waiting: (row) => waitingOf(row, wall()),
  shared: readShared,
  catalogue: sharedCatalogue,
  countries: sharedCountries,
  terms: sharedTerms,
  notices: sharedNotices,
})
