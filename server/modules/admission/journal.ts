import { createHash } from 'node:crypto'
import type { CONFLICT_REASONS, JournalEntry, JournalResult } from '#contract/calls/gate.ts'
import { CODE_SKEW_MS, JOURNAL_AGE_MAX_MS, UNDO_MS } from '#contract/limits.ts'
import { reasonAgainstUse } from '#contract/rules/admission.ts'
import { uuidText } from '#contract/rules/bytes.ts'
import { firstReasonOf } from '#contract/rules/gateReason.ts'
import { ARRIVAL_TOLERANCE_MS } from '#contract/rules/passCheck.ts'
import { readScan } from '#contract/rules/scan.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Gate } from '#server/http/serve.ts'
import { storedCodes } from '#server/modules/card/service.ts'
import { journalOf, lockJournal, noteJournal, insertConflict, findConflict } from '#server/modules/gate/service.ts'
import { endGiftByEntry } from '#server/modules/gift/service.ts'
import { denyUsed } from '#server/modules/refund/service.ts'
import { readOffline, type GenuineScan, type ScanResult } from './code.ts'
import { placeFor, placeOfUse, type PlaceOfUse } from './placeOfUse.ts'
import { activate, factsOf } from './service.ts'
import * as store from './store.ts'
import { undoUnderLock } from './undo.ts'

/**
 * Uploads of entries that gates made offline. The server verifies each entry again and stores it once; an entry that
 * contradicts what the server knows goes to the desk as a conflict. When two offline gates admitted the same pass, both
 * entries stay and the second is marked.
 */

type Reason = (typeof CONFLICT_REASONS)[number]
type Outcome = Pick<JournalResult, 'outcome' | 'reason'>
/** `keptAs`: id of the conflict's row, when another scan has taken the `entryUid`. */
type StoredOutcome = Outcome & { keptAs?: string }
const conflict = (reason: Reason): Outcome => ({ outcome: 'conflict', reason })

/** Derives a conflict's id for a scan whose `entryUid` another scan has taken; deterministic, so that retries match. */
const nameOf = ({ entryUid, at }: JournalEntry, code: string): string =>
  uuidText(createHash('sha256').update(`${entryUid} ${at} ${code}`).digest().subarray(0, 16))

interface OfflineScan {
  gate: Gate
  at: PlaceOfUse
  entry: JournalEntry
  /** The entry's code as conflicts store it, hashed for a card: under the root that signs, then under the others. */
  codes: readonly string[]
  read: ScanResult
}

/** Returns true when the stored use came from this scan: two scans may carry the same `entryUid`. */
const isSameScan = async (tx: Tx, { entry, read }: OfflineScan, use: store.FoundUse): Promise<boolean> => {
  // A card that was blocked since no longer names a pass: compare the kind of code alone.
  if (!('believed' in read)) return use.by === 'card' && readScan(entry.code).kind === 'card'
  const { passUid, live } = read.believed
  return passUid === use.passUid && (live === null || (await store.openedBy(tx, live.seenId)) === entry.entryUid)
}

/** Returns the derived id under which this scan is a conflict already, made under another root; else its id from now on. */
const ownNameOf = async (tx: Tx, { gate, entry, codes }: OfflineScan): Promise<string> => {
  const [next = entry.entryUid, ...former] = codes.map((code) => nameOf(entry, code))
  for (const name of former) if (await findConflict(tx, gate.gateUid, name)) return name
  return next
}

/** Returns the outcome of an earlier upload, or of an online scan whose response was lost; null for a new entry. */
const findOutcome = async (tx: Tx, scan: OfflineScan): Promise<StoredOutcome | null> => {
  const { gate, entry, codes } = scan
  const { place } = scan.at
  const { entryUid } = entry
  const storedConflict = await findConflict(tx, gate.gateUid, entryUid)
  if (storedConflict && codes.includes(storedConflict.entry.code) && storedConflict.entry.at === entry.at)
    return conflict(storedConflict.reason)
  const use = await store.findUse(tx, place.kind === 'venue' ? 'discount' : 'entry', entryUid)
  if (!use && !storedConflict) return null
  // Another scan has this id: store this one as a conflict of its own.
  if (use?.gateUid !== gate.gateUid || !(await isSameScan(tx, scan, use)))
    return { ...conflict('sequence'), ...(storedConflict && { keptAs: await ownNameOf(tx, scan) }) }
  if (use.undoneAt !== null) return { outcome: 'undone', reason: null }
  if (use.mark !== null) return { outcome: 'marked', reason: use.mark }
  return { outcome: place.kind === 'venue' ? 'recorded' : 'entered', reason: null }
}

/**
 * Returns true when the code's epoch was void at `at` already. Estimates the pass's epoch at that time by subtracting
 * the moves to other phones since: no other past change of the epoch is recorded.
 */
const wasRevoked = async (tx: Tx, pass: store.Pass, epoch: number, at: number): Promise<boolean> =>
  epoch < pass.epoch && epoch < pass.epoch - (await store.movesAfter(tx, pass.passUid, at))

/** Ends the pending gift of a pass that was used, if there is one. Returns false when it had ended before. */
const endPendingGift = async (tx: Tx, pass: store.Pass, now: number): Promise<boolean> =>
  pass.giftUid === null || (await endGiftByEntry(tx, pass.giftUid, now))

const isUndoInTime = ({ at, undone }: JournalEntry): boolean =>
  undone === undefined || (undone.at >= at && undone.at < at + UNDO_MS)

/**
 * Returns true when a newer code of the same epoch had opened a gate more than `CODE_SKEW_MS` before this entry.
 * Only the newest code is recorded, so one that opened later proves nothing.
 */
const isOlder = (
  { codeTime, codeAt, epoch }: store.Pass,
  live: NonNullable<GenuineScan['live']>,
  at: number,
): boolean =>
  live.epoch === epoch && codeTime !== null && codeAt !== null && live.time < codeTime && at > codeAt + CODE_SKEW_MS

/** Decides and stores a genuine entry under the pass's lock. */
const enter = async (
  tx: Tx,
  { gate, at: site, entry }: OfflineScan,
  believed: GenuineScan,
  now: number,
): Promise<Outcome> => {
  const { entryUid, at, undone } = entry
  const { pass, entries } = await store.lockWithEntries(tx, believed.passUid)
  if (!pass) return conflict('unreadable')
  if (believed.live && (await wasRevoked(tx, pass, believed.live.epoch, at))) return conflict('revoked')
  const { passUid } = pass
  // A first entry counts by the group list in force when it was made.
  const { place, list } = await placeFor(tx, site, pass, at)
  const usesAtPlace = await store.usesAtPlace(tx, entries, { passUid, place, placeUid: gate.placeUid })
  // The entry took place: it ends a pending gift, and a refund request that waits for the desk (security 9.7).
  const facts = { ...factsOf(pass, entries, usesAtPlace), inGift: false, inRefund: false }
  const reason = reasonAgainstUse(facts, place, at)
  const mark = reason === 'used_here' || reason === 'allowance_spent' ? reason : null
  if (reason !== null && mark === null) return conflict(reason)
  const { live } = believed
  if (live?.isStale) return conflict(firstReasonOf('stale'))
  if (live && (isOlder(pass, live, at) || !(await store.spendCode(tx, live.seenId, entryUid, at))))
    return conflict('old_code')
  if (live?.epoch === pass.epoch) await store.noteOpened(tx, passUid, live.time, at)
  // An entry or a discount ends the pass's pending gift, unless it was undone or is a marked discount.
  if (undone === undefined && !(place.kind === 'venue' && mark) && !(await endPendingGift(tx, pass, now)))
    return conflict('gift_pending')
  const undo = undone && { undoneAt: undone.at, undoReason: undone.reason, undoNote: undone.note ?? null }
  const { by, skewMs } = believed
  await store.insertUse(
    tx,
    { entryUid, passUid, gateUid: gate.gateUid, at, by, skewMs, late: true, undo, mark },
    place,
    gate,
  )
  if (undone) return { outcome: 'undone', reason: null }
  if (pass.refundUid !== null) await denyUsed(tx, pass.refundUid, now)
  if (mark) return { outcome: 'marked', reason: mark }
  if (place.kind === 'venue') return { outcome: 'recorded', reason: null }
  // Keep a started window and its group list even when this entry is earlier: the visitor has seen them.
  if (pass.activatedAt === null && list) await activate(tx, pass, list, { at, now })
  return { outcome: 'entered', reason: null }
}

const reasonOf = (read: ScanResult): Reason => ('reason' in read ? read.reason : 'held')

/**
 * Undoes the use that an earlier scan with this id has left, when the gate undid its own copy: the answer of an online
 * scan came too late, so the gate entered it in its journal, and staff undid it there (G22, G27). Returns whether it
 * did.
 */
const undoEarlier = async (tx: Tx, { at: { place }, entry }: OfflineScan): Promise<boolean> => {
  const { entryUid, undone } = entry
  if (!undone || !isUndoInTime(entry)) return false
  const kind = place.kind === 'venue' ? 'discount' : 'entry'
  const use = await store.findUse(tx, kind, entryUid)
  const pass = use && (await store.lock(tx, use.passUid))
  const undo = { undoneAt: undone.at, undoReason: undone.reason, undoNote: undone.note ?? null }
  // The gate's clock may differ from that of the server, which stored the use.
  const after = undone.at - UNDO_MS - ARRIVAL_TOLERANCE_MS
  return use !== undefined && undoUnderLock(tx, { kind, use, undo }, { pass, after })
}

/** Stores one entry and advances the journal's sequence, in one transaction. */
const take = async (tx: Tx, scan: OfflineScan, now: number): Promise<Outcome> => {
  const { gate, entry, codes, read } = scan
  const { seq, contactAt } = await lockJournal(tx, gate.gateUid)
  const earliest = Math.max(contactAt - ARRIVAL_TOLERANCE_MS, now - JOURNAL_AGE_MAX_MS)
  const isInTime = entry.at > earliest && entry.at <= now + ARRIVAL_TOLERANCE_MS
  const judge = async (): Promise<StoredOutcome> => {
    if (entry.seq <= seq) return conflict('sequence')
    if (!isInTime) return conflict('time')
    if (!isUndoInTime(entry)) return conflict('undo')
    return 'believed' in read ? enter(tx, scan, read.believed, now) : conflict(reasonOf(read))
  }
  const stored = await findOutcome(tx, scan)
  const stands = stored !== null && stored.outcome !== 'conflict' && stored.outcome !== 'undone'
  const isUndone = stands && isInTime && (await undoEarlier(tx, scan))
  const settled: StoredOutcome | null = isUndone ? { outcome: 'undone', reason: null } : stored
  const { keptAs = entry.entryUid, ...outcome } = settled ?? (await judge())
  const { reason } = outcome
  if (outcome.outcome === 'conflict' && reason !== null)
    await insertConflict(tx, {
      gateUid: gate.gateUid,
      entryUid: keptAs,
      reason,
      passUid: 'believed' in read ? read.believed.passUid : null,
      entry: { ...entry, code: codes[0] ?? entry.code },
      uploadedAt: now,
    })
  await noteJournal(tx, gate.gateUid, { seq: Math.max(seq, entry.seq) })
  return outcome
}

/**
 * Stores a journal's entries in the order of `seq`, each in its own transaction; idempotent by `entryUid`. Returns the
 * outcome of each entry, and the highest `seq` that is stored. When the journal is empty afterwards (`moreYn: 'N'`),
 * notes the contact: later entries must be younger than it. Throws `E_GATE_PLACE` for the gate of an exchange desk.
 */
export const takeJournal = async (
  deps: Deps,
  gate: Gate,
  { entries, moreYn }: { entries: JournalEntry[]; moreYn: 'Y' | 'N' },
) => {
  const { db, clock } = deps
  const at = await placeOfUse(db, gate)
  const outcomes = new Map<JournalEntry, Outcome>()
  for (const entry of entries.toSorted((a, b) => a.seq - b.seq)) {
    const read = await readOffline(deps, gate.gateUid, entry)
    const codes = storedCodes(deps.keys, entry.code)
    outcomes.set(entry, await db.transaction((tx) => take(tx, { gate, at, entry, codes, read }, clock())))
  }
  if (moreYn === 'N') await noteJournal(db, gate.gateUid, { contactAt: clock() })
  return {
    results: entries.map((entry) => ({
      entryUid: entry.entryUid,
      ...(outcomes.get(entry) ?? conflict('sequence')),
    })),
    seq: (await journalOf(db, gate.gateUid)).seq,
  }
}
