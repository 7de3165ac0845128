import type { GateRules, JournalResult, Place } from '#contract/calls/gate.ts'
import type { Group } from '#contract/codes.ts'
import { koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import type { GateDb } from '#db/gate.ts'
import { readNotBefore } from './gateClock.ts'

/** An uploaded entry that the server marked, or kept for the desk. */
export interface KeptEntry extends Pick<JournalResult, 'outcome' | 'reason'> {
  entryUid: string
  at: number
}

/** What the scanner's screen shows of the gate; without the credential (G33). */
export interface GateState {
  /** True once the database was read. */
  isRead: boolean
  /** False with refused storage. */
  canStore: boolean
  enrolment: { place: Place; label: string | null; ended: boolean } | null
  /** The gate lists; `madeAt` in ms. `cards` is null when the server sent no list of cards. */
  lists: { madeAt: number; group: Group | null; cards: number | null; revoked: number } | null
  /** Last contact (ms): when the server last accepted the report that no entry waits. */
  contactAt: number | null
  /** The known instant in ms (G11); null before the first contact. */
  notBefore: number | null
  /** Number of entries that wait for upload. */
  waiting: number
  /** Number of passes that entered here since the last midnight, Korean time, and are not undone. */
  enteredToday: number
  /** Entries that the server marked or kept for the desk, newest first. */
  kept: KeptEntry[]
}

/** The state before the database was read. */
export const INITIAL_STATE: GateState = {
  isRead: false,
  canStore: true,
  enrolment: null,
  lists: null,
  contactAt: null,
  notBefore: null,
  waiting: 0,
  enteredToday: 0,
  kept: [],
}

/** Returns the number of listed cards. Only attractions get a list, and servers of the first release send none. */
const cardsOf = ({ cardList }: Partial<GateRules>): number | null => cardList?.live.length ?? null

/** Resolves with the number of passes that entered here since `from` (ms). */
const countEntries = (db: GateDb, from: number): Promise<number> =>
  db.passes
    .where('heardAt')
    .aboveOrEqual(from)
    // A pass whose last use the server told, at another scanner, has no entry of this one.
    .filter(({ used }) => used !== null && used.entryUid !== '' && used.at >= from)
    .count()

/** Reads the state from the gate database, in one transaction. `now`: ms UTC. */
export const readState = (db: GateDb, now: number): Promise<GateState> =>
  db.transaction('r', [db.kept, db.entries, db.passes], async () => {
    const [enrolled, rules, contactAt] = [
      await db.read('enrolment'),
      await db.read('rules'),
      await db.read('contactAt'),
    ]
    const rows = await db.entries.orderBy('seq').reverse().toArray()
    return {
      isRead: true,
      canStore: true,
      enrolment: enrolled ? { place: enrolled.place, label: enrolled.label, ended: enrolled.ended } : null,
      lists: rules
        ? { madeAt: rules.madeAt, group: rules.group, cards: cardsOf(rules), revoked: rules.revoked.length }
        : null,
      contactAt: contactAt ?? null,
      notBefore: await readNotBefore(db),
      enteredToday: await countEntries(db, koreanMidnight(now)),
      waiting: rows.filter(({ result }) => result === null).length,
      kept: rows.flatMap(({ entryUid, at, result }) => (result ? [{ entryUid, at, ...result }] : [])),
    }
  })
