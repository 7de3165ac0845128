import type { Table } from 'dexie'
import type { GateRules, JournalEntry, JournalResult, Place, Verdict } from '#contract/calls/gate.ts'
import type { Group } from '#contract/codes.ts'
import type { Opened } from '#contract/rules/passCheck.ts'
import type { Idb } from './idb.ts'
import { ValueDb } from './valueDb.ts'
import { GATE_VERSIONS } from './versions.ts'

export const GATE_DB = 'hp-gate'

/** The result of enrolling this scanner at one place. */
export interface Enrolment {
  gateUid: string
  place: Place
  label: string | null
  credential: string
  /** True once the server has revoked the credential. */
  ended: boolean
}

/** An entry that this gate made by itself. `result` is null until the server has marked it or kept it for the desk. */
export interface EntryRow extends Omit<JournalEntry, 'seq'> {
  /** Set by the database; only ever counts up. */
  seq?: number
  /** `GatePass.key` of its pass or card. */
  key: string
  result: Pick<JournalResult, 'outcome' | 'reason'> | null
}

/** What this gate knows about a pass. */
export interface GatePass {
  /** The pass id, or `card:` and a hash of the QR code of an unlisted card. */
  key: string
  /** The entry at this place that is not undone. */
  used: { at: number; entryUid: string } | null
  /** End of its window (ms), by the server; null before the first entry and while unknown. */
  expiresAt: number | null
  /** Null for a pass without groups, and while unknown. */
  allowance: NonNullable<Verdict['pass']>['allowance']
  /** When the server last answered about it, or it last entered here (ms). */
  heardAt: number
  /** When its window began, by the server; missing while unknown. */
  activatedAt?: number | null
  /** Group of this place for the pass since its first entry; missing while unknown. */
  group?: Group | null | undefined
  /** The newest code that was admitted here; null for none, missing in rows of the first release. */
  opened?: Opened | null
}

interface GateValues {
  enrolment: Enrolment
  /** Random; salts the hashes of the QR codes of unlisted cards. */
  salt: string
  rules: GateRules
  /** Last contact in ms, server-corrected: when the server last accepted the report that no entry waits. */
  contactAt: number
  /** When the last entry since the making of the lists was (ms), by the server's clock or this gate's if believed. */
  openedAt: number
}

/** The gate database: enrolment, gate lists and journal. It holds no data of a member. */
export class GateDb extends ValueDb<GateValues> {
  declare entries: Table<EntryRow, number>
  /** Codes that were admitted here. */
  declare seen: Table<{ id: string; at: number }, string>
  declare passes: Table<GatePass, string>

  constructor(idb: Idb) {
    super(GATE_DB, GATE_VERSIONS, idb)
  }
}
