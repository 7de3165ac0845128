import type { Locale } from '#contract/locales.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { MemberDb } from '#db/member.ts'
import type { Gift } from '#contract/calls/gift.ts'
import { SESSION_END, type PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { Platform } from '../platform.ts'
import { projectFavourites, waitingOf, type ProjectedFavourites, type Waiting } from './project.ts'
import { projectPasses, type ShownPass } from './projectPasses.ts'
import {
  readShared,
  sharedCatalogue,
  sharedCountries,
  sharedNotices,
  sharedTerms,
  type SharedSource,
} from './shared.ts'

/** Reads that screens use. They are part of `ClientRuntime`, so that their code is in the lazily loaded chunk. */
export interface Reads {
  /** Reads mirror and outbox in one transaction (M7). */
  favourites: (db: MemberDb) => Promise<ProjectedFavourites>
  /** Projects queued names and gifts over the passes. */
  passes: (rows: readonly PassRow[], gifts: readonly Gift[], outbox: readonly OutboxRow[]) => ShownPass[]
  /** Filters out the queued messages of sign-outs, which screens do not show. */
  withoutSignOuts: (rows: readonly OutboxRow[]) => OutboxRow[]
  /** Returns the state of an action now. */
  waiting: (row: OutboxRow) => Waiting
  shared: typeof readShared
  catalogue: (locale: Locale) => SharedSource
  countries: (locale: Locale) => SharedSource
  terms: (locale: Locale, code: TermsCode) => SharedSource
  notices: (locale: Locale) => SharedSource
}

/** Creates the reads of one page. */
export const createReads = ({ wall }: Platform): Reads => ({
  favourites: (db) =>
    db.transaction('r', [db.favourites, db.outbox], async () =>
      projectFavourites(await db.favourites.toArray(), await db.outbox.orderBy('seq').toArray(), wall()),
    ),
  passes: (rows, gifts, outbox) => projectPasses(rows, gifts, outbox, wall()),
  withoutSignOuts: (rows) => rows.filter(({ command }) => command !== SESSION_END),
  waiting: (row) => waitingOf(row, wall()),
  shared: readShared,
  catalogue: sharedCatalogue,
  countries: sharedCountries,
  terms: sharedTerms,
  notices: sharedNotices,
})
