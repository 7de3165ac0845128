import type { GateRules, JournalResult, Place } from '#contract/calls/gate.ts'
import type { Group } from '#contract/codes.ts'
import type { GateDb } from '#db/gate.ts'
import { readNotBefore } from './gateClock.ts'

export interface KeptEntry extends Pick<JournalResult, 'outcome' | 'reason'> {
  entryUid: string
  at: number
}

/** What a gate's screen shows of itself; no credential. */
export interface GateState {
  /** The database was looked at. */
  read: boolean
  /** False: this browser keeps nothing. */
  keeps: boolean
  enrolment: { place: Place; label: string | null; ended: boolean } | null
  /** Lists to judge by with no network, and when the server made them. */
  lists: { madeAt: number; group: Group | null; cards: number; revoked: number } | null
  /** When the server last heard that nothing waits. */
  contactAt: number | null
  /** The latest instant that has certainly passed: a clock behind it is not believed. */
  notBefore: number | null
  /** Entries that were made with no network and are not told yet. */
  waiting: number
  /** Entries that the desk must look at, the newest first. */
  kept: KeptEntry[]
}

export const NOT_READ: GateState = {
  read: false,
  keeps: true,
  enrolment: null,
  lists: null,
  contactAt: null,
  notBefore: null,
  waiting: 0,
  kept: [],
}

/** Lists of a server of the first release name no cards in this form. */
const cardsOf = ({ cardList }: Partial<GateRules>): number => cardList?.live.length ?? 0

export const readState = (db: GateDb): Promise<GateState> =>
  db.transaction('r', [db.kept, db.entries], async () => {
    const [mine, rules, contactAt] = [await db.read('enrolment'), await db.read('rules'), await db.read('contactAt')]
    const rows = await db.entries.orderBy('seq').reverse().toArray()
    return {
      read: true,
      keeps: true,
      enrolment: mine ? { place: mine.place, label: mine.label, ended: mine.ended } : null,
      lists: rules
        ? { madeAt: rules.madeAt, group: rules.group, cards: cardsOf(rules), revoked: rules.revoked.length }
        : null,
      contactAt: contactAt ?? null,
      notBefore: await readNotBefore(db),
      waiting: rows.filter(({ result }) => result === null).length,
      kept: rows.flatMap(({ entryUid, at, result }) => (result ? [{ entryUid, at, ...result }] : [])),
    }
  })
