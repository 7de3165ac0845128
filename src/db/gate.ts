import { Dexie, type Table } from 'dexie'
import type { GateRules, JournalEntry, JournalResult, Place, Verdict } from '#contract/calls/gate.ts'
import type { Group } from '#contract/codes.ts'
import type { Opened } from '#contract/rules/passCheck.ts'
import type { Idb } from './device.ts'
import type { Kept } from './rows.ts'
import { GATE_VERSIONS } from './versions.ts'

export const GATE_DB = 'hp-gate'

/** What enrolling gave this scanner, for one place. */
export interface Enrolment {
  gateUid: string
  place: Place
  label: string | null
  credential: string
  /** The server takes the credential no more. */
  ended: boolean
}

/** An entry that was made with no network. `result` is set once the server has kept it for the desk. */
export interface EntryRow extends Omit<JournalEntry, 'seq'> {
  /** Given by the database: counts up and never starts again. */
  seq?: number
  /** Whose entry: `GatePass.key`. */
  key: string
  result: Pick<JournalResult, 'outcome' | 'reason'> | null
}

/** What this gate has seen and heard of a pass. */
export interface GatePass {
  /** The pass, or `card:` and a hash of the card's number. */
  key: string
  /** The entry made here that stands. */
  used: { at: number; entryUid: string } | null
  expiresAt: number | null
  allowance: NonNullable<Verdict['pass']>['allowance']
  heardAt: number
  /** When its window began, as the server said; missing while that is not known. */
  activatedAt?: number | null
  /** In which this place counts for the pass since its first entry; missing while that is not known. */
  group?: Group | null | undefined
  /** The newest code that opened here; missing in rows of the first release. */
  opened?: Opened | null
}

interface GateKept {
  enrolment: Enrolment
  /** `salt` hides the numbers of cards that were used here. */
  salt: string
  rules: GateRules
  /** When the server last heard that nothing waits, its ms. */
  contactAt: number
  /** The last entry since the lists were made, by the server's clock or one that was believed. */
  openedAt: number
}

/** A gate's own database: its place, the lists it judges by, its journal. Nothing of a member. */
export class GateDb extends Dexie {
  declare kept: Table<Kept, string>
  declare entries: Table<EntryRow, number>
  /** Codes that opened here. */
  declare seen: Table<{ id: string; at: number }, string>
  declare passes: Table<GatePass, string>

  constructor(idb: Idb) {
    super(GATE_DB, { ...idb, cache: 'disabled' })
    for (const { version, stores } of GATE_VERSIONS) this.version(version).stores(stores)
    idb.transactions.follow(this)
  }

  async read<K extends keyof GateKept>(key: K): Promise<GateKept[K] | undefined> {
    return (await this.kept.get(key))?.value as GateKept[K] | undefined
  }
  async keep<K extends keyof GateKept>(key: K, value: GateKept[K]): Promise<void> {
    await this.kept.put({ key, value })
  }
}
