import type { Locale } from '#contract/locales.ts'
import type { MemberDb } from '#db/member.ts'
import { SESSION_END } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { Platform } from '../platform.ts'
import { projectFavourites, waitingOf, type ProjectedFavourites, type Waiting } from './project.ts'
import { readShared, sharedCatalogue, sharedCountries, sharedNotices, sharedTerms, type Shared } from './shared.ts'

/** What every screen reads: here, so that it comes with the phone and not before. */
export interface Reads {
  /** Mirror and outbox of one moment. */
  favourites: (db: MemberDb) => Promise<ProjectedFavourites>
  /** What the member (or the guest) has to do with: a sign-out that is still to be told is not theirs to see. */
  own: (rows: readonly OutboxRow[]) => OutboxRow[]
  /** How an action stands now. */
  waiting: (row: OutboxRow) => Waiting
  shared: typeof readShared
  catalogue: (locale: Locale) => Shared
  countries: (locale: Locale) => Shared
  terms: (locale: Locale, code: string) => Shared
  notices: (locale: Locale) => Shared
}

export const createReads = ({ wall }: Platform): Reads => ({
  favourites: (db) =>
    db.transaction('r', [db.favourites, db.outbox], async () =>
      projectFavourites(await db.favourites.toArray(), await db.outbox.orderBy('seq').toArray(), wall()),
    ),
  own: (rows) => rows.filter(({ command }) => command !== SESSION_END),
  waiting: (row) => waitingOf(row, wall()),
  shared: readShared,
  catalogue: sharedCatalogue,
  countries: sharedCountries,
  terms: sharedTerms,
  notices: sharedNotices,
})
