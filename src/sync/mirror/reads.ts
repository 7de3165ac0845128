import type { Locale } from '#contract/locales.ts'
import type { MemberDb } from '#db/member.ts'
import type { Platform } from '../platform.ts'
import { projectFavourites, type ProjectedFavourites } from './project.ts'
import { readShared, sharedCatalogue, sharedCountries, sharedNotices, sharedTerms, type Shared } from './shared.ts'

/** What every screen reads: here, so that it comes with the phone and not before. */
export interface Reads {
  /** Mirror and outbox of one moment. */
  favourites: (db: MemberDb) => Promise<ProjectedFavourites>
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
  shared: readShared,
  catalogue: sharedCatalogue,
  countries: sharedCountries,
  terms: sharedTerms,
  notices: sharedNotices,
})
