import type { Locale } from '#contract/locales.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { MemberDb } from '#db/member.ts'
import type { Gift } from '#contract/calls/gift.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import { argsOf, type ActionText, type Refusals } from '../outbox/command.ts'
import { COMMANDS } from '../outbox/commands/index.ts'
import type { Platform } from '../platform.ts'
import { waitingOf } from './collectWishes.ts'
import { pages } from './pages.ts'
import { projectFavourites, type ProjectedFavourites } from './project.ts'
import { projectPasses, type ShownPass } from './projectPasses.ts'
import {
  readShared,
  sharedCatalogue,
  sharedCountries,
  sharedNotices,
  sharedPopups,
  sharedReceiptPlaces,
  sharedTerms,
  SHARED_PROVIDERS,
  type SharedSource,
} from './shared.ts'
import type { Waiting } from './wishes.ts'

/** How the list of queued actions shows one. `title` is null for a command that this build does not know. */
export interface ActionDescription extends Omit<ActionText, 'title'> {
  title: ActionText['title'] | null
  refusals: Refusals
  isShownLocked: boolean
}

/** Describes an action, also one whose version this build cannot read: the person must see its text (P2). */
const describe = (row: OutboxRow): ActionDescription | null => {
  const command = COMMANDS.get(row.command)
  const args: unknown = (command && argsOf(command, row)) ?? row.args
  if (!command) {
    const { message, name } = Object(args) as { message?: string; name?: string }
    return { title: null, text: message ?? name ?? null, refusals: {}, isShownLocked: false }
  }
  const { refusals, isShownLocked } = command
  return command.describe && { ...command.describe(Object(args) as never), refusals, isShownLocked }
}

/** Reads that screens use. They are part of `ClientRuntime`, so that their code is in the lazily loaded chunk. */
export interface Reads {
  /** Reads mirror and outbox in one transaction (M7). */
  favourites: (db: MemberDb) => Promise<ProjectedFavourites>
  /** Projects queued names and gifts over the passes; `drawnUids` are those with a drawn code. */
  passes: (
    rows: readonly PassRow[],
    gifts: readonly Gift[],
    outbox: readonly OutboxRow[],
    drawnUids: readonly string[],
  ) => ShownPass[]
  /** Returns how the list of queued actions shows an action; null for one that screens do not show. */
  describe: (row: OutboxRow) => ActionDescription | null
  /** Returns the state of an action now. */
  waiting: (row: OutboxRow) => Waiting
  /** Fetches a list that the phone does not store, page by page (M17). */
  pages: typeof pages
  shared: typeof readShared
  catalogue: (locale: Locale) => SharedSource
  countries: (locale: Locale) => SharedSource
  terms: (locale: Locale, code: TermsCode) => SharedSource
  notices: (locale: Locale) => SharedSource
  providers: () => SharedSource
  popups: (locale: Locale) => SharedSource
  receiptPlaces: (locale: Locale) => SharedSource
}

/** Creates the functions through which the screens of one tab read mirror and outbox. */
export const createReads = ({ wall }: Platform): Reads => ({
  favourites: (db) =>
    db.transaction('r', [db.favourites, db.outbox], async () =>
      projectFavourites(await db.favourites.toArray(), await db.outbox.orderBy('seq').toArray(), wall()),
    ),
  passes: (rows, gifts, outbox, drawnUids) => projectPasses(rows, gifts, outbox, wall(), drawnUids),
  describe,
  waiting: (row) => waitingOf(row, wall()),
  pages,
  shared: readShared,
  catalogue: sharedCatalogue,
  countries: sharedCountries,
  terms: sharedTerms,
  notices: sharedNotices,
  providers: () => SHARED_PROVIDERS,
  popups: sharedPopups,
  receiptPlaces: sharedReceiptPlaces,
})
